// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is small does not wait for what is large, on whichever side and way that moves. */
final class SmallMessagesUnderBulkTest {
  private static final int CALLS = 100;
  private static final int BULK_BYTES = 16 << 20;

  private final Roads roads = Roads.four(5);
  private final Side near = roads.pair.near;
  private final Side far = roads.pair.far;
  private final List<MemoryRegion> memories = new ArrayList<>();
  private int answers;

  SmallMessagesUnderBulkTest() {
    far.hook = (sequence, frame) -> {
      if (!far.messages.getLast().equals("done")) {
        far.send("answer");
      }
    };
    near.hook = (sequence, frame) -> answers += near.messages.getLast().equals("done") ? 0 : 1;
  }

  @Test
  void callsBesideReadsOfBothSidesTakeTheirTimeAndNoMore() {
    callsBesides(() -> {
      read(near, far);
      read(far, near);
    });
  }

  @Test
  void callsBesideWritesOfBothSidesTakeTheirTimeAndNoMore() {
    callsBesides(() -> {
      write(near, far);
      write(far, near);
    });
  }

  @Test
  void whatWouldHoldUpTheProbesGoesWithTheChunks() {
    read(near, far);
    roads.pass(Roads.MILLI);
    String large = "x".repeat(7800);
    for (int i = 0; i < 100; i++) {
      near.send(large);
    }
    int most = near.braid.engine().core.tuning().controlBytes();
    for (StrandPath path : near.braid.engine().strands.all()) {
      int beside = path.strand == null ? -1 : path.strand.controlBytes;
      assertTrue(beside > 0 && beside <= most, () -> path.label() + ": " + beside + " bytes");
    }
    assertTrue(roads.pair.run(() -> answers == 100, Roads.SECOND), roads.pair::toString);
    assertEquals(100, far.messages.size(), "each once");
    end();
  }

  private void callsBesides(Runnable bulk) {
    long alone = percentile(calls());
    bulk.run();
    roads.pass(5 * Roads.MILLI); // Windows are full.
    long loaded = percentile(calls());
    assertTrue(loaded <= 3 * alone, () -> "p99 " + loaded + " ns, alone " + alone);
    assertTrue(
        near.events.isEmpty() && far.events.isEmpty(),
        () -> "the transfers ended before the calls: " + near.events + far.events);
    end();
  }

  private void end() {
    assertTrue(roads.pair.run(() -> open() == 0, Roads.SECOND), roads.pair::toString);
    assertEquals(List.of(), near.failures);
    memories.forEach(MemoryRegion::deregister);
    roads.closeAndCheck();
  }

  private long open() {
    return near.count(Counter.OPEN_LEASES) + far.count(Counter.OPEN_LEASES);
  }

  /** One after the other; how long each took. */
  private List<Long> calls() {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      long startNanos = roads.pair.nowNanos;
      int before = answers;
      near.send("a call of 64 bytes, which nobody wants to wait for, or not long.");
      assertTrue(roads.pair.run(() -> answers > before, Roads.SECOND), roads.pair::toString);
      nanos.add(roads.pair.nowNanos - startNanos);
    }
    return nanos;
  }

  private static long percentile(List<Long> nanos) {
    return nanos.stream().sorted().toList().get(nanos.size() * 99 / 100);
  }

  private void read(Side reader, Side lender) {
    MemoryRegion source = memory(lender);
    RemoteSpan span = lender.braid.lend(source, 0, BULK_BYTES, () -> {});
    reader.braid.read(span, memory(reader), 0, BULK_BYTES, reader.named("read"));
  }

  private void write(Side writer, Side granter) {
    RemoteSpan span = granter.braid.grant(memory(granter), 0, BULK_BYTES, () -> {});
    MemoryRegion source = memory(writer);
    AtomicLong transfer = new AtomicLong();
    transfer.set(writer.braid.write(source, 0, span, BULK_BYTES, new TransferListener() {
      @Override
      public void onDelivered(long found) {
        writer.events.add("write delivered");
        writer.braid.sendDone(Side.text("done"), Lane.NORMAL, transfer.get());
      }

      @Override
      public void onReleased() {}

      @Override
      public void onFailed(String cause, boolean noEffect) {
        writer.events.add(cause);
      }
    }));
  }

  private MemoryRegion memory(Side side) {
    MemoryRegion memory = side.memory(BULK_BYTES);
    memories.add(memory);
    return memory;
  }
}
