// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidListener;
import io.sennit.multipath.BraidSession;
import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.Counter;
import io.sennit.multipath.Lane;
import io.sennit.multipath.PathSnapshot;
import io.sennit.multipath.StrandState;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.hostile.HostileDomain;
import io.sennit.simulator.hostile.HostileRegion;
import io.sennit.verbs.Access;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One side of a {@link Board}: a braid, its user, and everything the braid was ever told. Since a
 * braid is deterministic, two that were told the same are in the same state.
 */
public final class Side implements BraidListener {
  private static final long SESSION = 77;
  private static final int MOST_TURNS = 1_000;
  private static final List<Counter> REST = List.of(
      Counter.OPEN_LEASES,
      Counter.OPEN_TRANSFERS,
      Counter.QUARANTINED_BYTES,
      Counter.STRAY_COMPLETIONS);

  final HostileDomain domain;
  final ArrayDeque<byte[]> lifeline = new ArrayDeque<>();
  private final Board board;
  private final String name;
  private final Braid braid;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private String failure = "";
  private long toldInOrder;
  private long toldInAnyOrder;
  private boolean due;

  Side(Board board, String name, HostileDomain domain, Braids braids) {
    this.board = board;
    this.name = name;
    this.domain = domain;
    BraidSession session = new BraidSession(SESSION, 1, name.equals("near"));
    braid = braids.open(board.config(), session, domain, this);
  }

  /** The braid. */
  public Braid braid() {
    return braid;
  }

  /** Memory that both sides may touch. */
  public HostileRegion memory(int bytes) {
    return (HostileRegion) domain.allocate(bytes, Set.of(Access.values()));
  }

  /** Sends a message as soon as the braid takes it. */
  public long send(String text, Lane lane) {
    return braid.send(frame -> write(text, frame), lane);
  }

  /** Announces a delivered WRITE. */
  public void sendDone(String text, long transfer) {
    braid.sendDone(frame -> write(text, frame), Lane.NORMAL, transfer);
  }

  private static int write(String text, MemorySegment frame) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(bytes, 0, frame, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return bytes.length;
  }

  /** Does something once the current poll is over. */
  public void later(Runnable task) {
    tasks.add(task);
  }

  /** Something is there for the braid; what it is, as a number. */
  void tell(long first, long second) {
    long input = Seeds.mix(Seeds.mix(first) + second);
    toldInOrder = Seeds.mix(toldInOrder ^ input);
    toldInAnyOrder += input;
    due = true;
  }

  /** Of two sides that were told the same in the same order, this is the same. */
  long exactDigest() {
    return toldInOrder;
  }

  /** Of two that were told the same in any order, and say the same of themselves. */
  long digest() {
    BraidSnapshot snapshot = braid.snapshot();
    long digest = Seeds.mix(toldInAnyOrder);
    for (PathSnapshot path : snapshot.paths()) {
      digest = Seeds.mix(digest * 31 + code(path));
    }
    for (Counter counter : Counter.values()) {
      digest = digest * 31 + snapshot.count(counter);
    }
    return Seeds.mix(digest);
  }

  @SuppressWarnings("EnumOrdinal") // of this process only
  private static long code(PathSnapshot path) {
    return path.epoch() * 16L + path.state().ordinal();
  }

  /** What its lifeline carries. */
  long lifelineDigest() {
    long digest = lifeline.size();
    for (byte[] frame : lifeline) {
      digest = digest * 31 + Arrays.hashCode(frame);
    }
    return digest;
  }

  boolean isDue() {
    return due;
  }

  /** Turns until there is nothing to do. */
  void turn(long nowNanos) {
    due = false;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      int done = braid.poll(nowNanos);
      while (!tasks.isEmpty()) {
        tasks.remove().run();
        done++;
      }
      if (done == 0 && braid.arm()) {
        return;
      }
    }
    throw new IllegalStateException(name + " never comes to rest");
  }

  /** What keeps it from being at rest; empty if nothing does. */
  String unrest() {
    if (!failure.isEmpty()) {
      return name + " failed: " + failure;
    }
    for (Counter counter : REST) {
      if (braid.snapshot().count(counter) != 0) {
        return name + " has " + counter + " " + braid.snapshot().count(counter);
      }
    }
    for (PathSnapshot path : braid.snapshot().paths()) {
      // One that was suspected, and has answered since, is trusted only when time has passed.
      if (path.state() != StrandState.GOOD && path.state() != StrandState.SUSPECT) {
        return name + " has a path that is " + path.state();
      }
    }
    return "";
  }

  String failure() {
    return failure;
  }

  @Override
  public void onMessage(long sequence, MemorySegment frame, int length) {
    byte[] bytes = frame.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    board.story().onMessage(this, sequence, new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public void onWritable() {}

  @Override
  public void sendOnLifeline(byte[] frame) {
    lifeline.add(frame);
  }

  @Override
  public void onFailed(String cause, boolean peerGone) {
    failure = cause;
  }

  @Override
  public void onClosed() {}

  @Override
  public String toString() {
    return name;
  }
}
