// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.tck.loopback.LoopbackDomain;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One end of a {@link BraidPair}: a braid, and what it told its user. */
final class Side implements BraidListener {
  private static final Set<Access> ALL = Set.of(Access.values());

  final LoopbackDomain domain;
  final Braid braid;
  final List<String> messages = new ArrayList<>();
  final List<Long> sequences = new ArrayList<>();
  final List<String> failures = new ArrayList<>();
  /** Transfers that failed and certainly had no effect. */
  final List<String> harmless = new ArrayList<>();

  final List<String> events = new ArrayList<>();
  final ArrayDeque<byte[]> lifeline = new ArrayDeque<>();

  /** Called for every message, after it was recorded. */
  MessageHook hook = (sequence, frame) -> {};

  boolean lifelineUp = true;
  /** For stories that go on when something was delivered. */
  Runnable onDelivered = () -> {};

  int writable;
  int closed;

  interface MessageHook {
    void onMessage(long sequence, MemorySegment frame);
  }

  Side(BraidConfig config, BraidSession session, LoopbackDomain domain, LeaseRules rules) {
    this.domain = domain;
    braid = new Braid(config, session, domain, this, rules);
  }

  @Override
  public void onMessage(long sequence, MemorySegment memory, int length) {
    MemorySegment frame = memory.asSlice(0, length);
    sequences.add(sequence);
    messages.add(new String(frame.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
    hook.onMessage(sequence, frame);
  }

  @Override
  public void onWritable() {
    writable++;
  }

  @Override
  public void sendOnLifeline(byte[] frame) {
    if (lifelineUp) {
      lifeline.add(frame);
    }
  }

  @Override
  public void onFailed(String cause, boolean peerGone) {
    failures.add(cause);
  }

  @Override
  public void onClosed() {
    closed++;
  }

  long send(String text) {
    return send(text, Lane.NORMAL);
  }

  long send(String text, Lane lane) {
    return braid.send(text(text), lane);
  }

  static FrameWriter text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return slot -> {
      MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return bytes.length;
    };
  }

  MemoryRegion memory(long bytes) {
    return domain.allocate(bytes, ALL);
  }

  /** Records what becomes of a transfer as "name delivered" and so on. */
  TransferListener named(String name) {
    return named(name, TransferLine.NONE);
  }

  TransferListener named(String name, TransferLine line) {
    return new TransferListener() {
      @Override
      public TransferLine line() {
        return line;
      }

      @Override
      public void onDelivered(long found) {
        events.add(name + " delivered");
      }

      @Override
      public void onReleased() {
        events.add(name + " released");
      }

      @Override
      public void onFailed(String cause, boolean noEffect) {
        events.add(name + " failed: " + cause);
        if (noEffect) {
          harmless.add(name);
        }
      }
    };
  }

  Runnable note(String event) {
    return () -> events.add(event);
  }

  long count(Counter counter) {
    return braid.snapshot().count(counter);
  }

  PathSnapshot path(int index) {
    return braid.snapshot().paths().get(index);
  }
}
