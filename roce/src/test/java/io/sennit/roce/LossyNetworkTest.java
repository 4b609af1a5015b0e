// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Whatever a network does to packets, every request is executed once, whole, in order. */
final class LossyNetworkTest {
  private static final int HALF = Side.MEMORY_BYTES / 2;
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final Opcode[] MIX = {
    Opcode.SEND,
    Opcode.SEND_WITH_IMMEDIATE,
    Opcode.WRITE,
    Opcode.WRITE_WITH_IMMEDIATE,
    Opcode.READ,
    Opcode.FETCH_AND_ADD,
    Opcode.ATOMIC_WRITE,
    Opcode.FLUSH
  };

  /** What a peer without features has. */
  private static final int PLAIN_MIX = 6;

  @Test
  void everyByteArrivesWhateverTheNetworkDoes() {
    for (int seed = 0; seed < 24; seed++) {
      new Run(seed, false).all();
    }
  }

  @Test
  void everyByteArrivesThoughOnePeerIsNotSennit() {
    for (int seed = 0; seed < 12; seed++) {
      new Run(seed, true).all();
    }
  }

  /** Random requests over a random network; expectations are kept beside. */
  private static final class Run {
    private final String name;
    private final Randomness random;
    private final Pair pair;
    private final byte[] farExpected = new byte[Side.MEMORY_BYTES];
    private final byte[] nearExpected = new byte[Side.MEMORY_BYTES];
    private final int mix;
    private int sends;
    private long added;

    Run(int seed, boolean plain) {
      name = "seed " + seed + ": ";
      random = Randomness.seeded(seed);
      Pair made = new Pair(seed, 256 << random.nextInt(5));
      pair = plain ? made.plain() : made;
      mix = plain ? PLAIN_MIX : MIX.length;
      pair.faults = new Faults(
          random.nextInt(60),
          random.nextInt(60),
          random.nextInt(30),
          1 + random.nextInt(100_000),
          random.nextInt(3) == 0 ? random.nextInt(40_000) : 0);
      byte[] far = pair.far.fill(0, Side.MEMORY_BYTES, random);
      Arrays.fill(far, 0, 8, (byte) 0);
      pair.far.memory.segment().asSlice(0, 8).fill((byte) 0);
      System.arraycopy(far, 0, farExpected, 0, far.length);
      System.arraycopy(
          pair.near.fill(0, Side.MEMORY_BYTES, random), 0, nearExpected, 0, far.length);
    }

    void all() {
      int requests = 60;
      for (int id = 0; id < requests; id++) {
        post(id);
      }
      boolean done = pair.run(
          () -> pair.near.inbox.size() == requests && pair.far.inbox.size() == sends,
          PATIENCE_NANOS);
      assertTrue(done, () -> name + pair.near.inbox + " and " + pair.far.inbox);
      for (int id = 0; id < requests; id++) {
        String completion = pair.near.inbox.remove();
        assertTrue(completion.startsWith(id + " SUCCESS "), () -> name + completion);
      }
      for (int id = 0; id < sends; id++) {
        String completion = pair.far.inbox.remove();
        assertTrue(completion.startsWith(id + " SUCCESS "), () -> name + completion);
      }
      assertEquals(
          added, pair.far.memory.segment().get(java.lang.foreign.ValueLayout.JAVA_LONG, 0));
      assertArrayEquals(farExpected, farBytes(), name + "far's memory");
      assertArrayEquals(nearExpected, pair.near.bytes(0, Side.MEMORY_BYTES), name + "near's");
      assertEquals(QueuePairState.READY_TO_SEND, pair.far.queuePair.state(), name);
    }

    private byte[] farBytes() {
      byte[] bytes = pair.far.bytes(0, Side.MEMORY_BYTES);
      Arrays.fill(bytes, 0, 8, (byte) 0);
      return bytes;
    }

    /** Requests use ranges of their own, so that the expected memory does not depend on order. */
    private void post(int id) {
      Opcode opcode = MIX[random.nextInt(mix)];
      int place = 1024 + id * 8000;
      int length = random.nextInt(4) == 0 ? random.nextInt(8) : random.nextInt(8000);
      Side near = pair.near;
      WorkRequest request = near.request(opcode, id, place, length, pair.far);
      switch (opcode) {
        case READ -> System.arraycopy(farExpected, place, nearExpected, place, length);
        case FETCH_AND_ADD -> {
          request
              .local(near.memory, place, 8)
              .remote(pair.far.memory.address(), pair.far.memory.remoteKey());
          request.add(id + 1);
          putLong(nearExpected, place, added);
          added += id + 1;
        }
        case ATOMIC_WRITE -> {
          request.local(near.memory, place, Long.BYTES);
          System.arraycopy(nearExpected, place, farExpected, place, Long.BYTES);
        }
        case FLUSH ->
          request
              .reset(opcode, id)
              .remote(pair.far.memory.address() + place, pair.far.memory.remoteKey())
              .flush(PlacementType.GLOBAL_VISIBILITY, length);
        case SEND, SEND_WITH_IMMEDIATE -> {
          pair.far.receive(sends++, HALF + place, 8000);
          System.arraycopy(nearExpected, place, farExpected, HALF + place, length);
        }
        default -> {
          if (opcode == Opcode.WRITE_WITH_IMMEDIATE) {
            pair.far.receive(sends++, 0, 0);
          }
          System.arraycopy(nearExpected, place, farExpected, place, length);
        }
      }
      near.post(request);
    }

    private static void putLong(byte[] bytes, int at, long value) {
      java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.nativeOrder()).putLong(at, value);
    }
  }

  @Test
  void routeThatSwallowsLongPacketsIsGivenUp() {
    Pair pair = new Pair(1, 4096);
    pair.longestBytes = 2000;
    pair.near.post(pair.near.request(Opcode.WRITE, 7, 0, 10_000, pair.far));
    assertTrue(
        pair.run(() -> !pair.near.inbox.isEmpty(), 12_000_000_000L), "no completion within 12 s");
    String completion = pair.near.inbox.remove();
    assertTrue(completion.startsWith("7 RETRY_EXCEEDED"), completion);
  }

  @Test
  void routeSlowerThanTheLeastTimeOutIsMeasured() {
    Pair pair = new Pair(1, 1024);
    pair.faults = new Faults(0, 0, 0, 5_000_000, 0);
    writeOneByOne(pair, 20);
    long nanos = pair.near.queuePair.roundTripNanos();
    assertTrue(nanos >= 10_000_000 && nanos < 15_000_000, () -> nanos + " ns");
    long resent = pair.near.count(EngineCounters.Kind.RESENT);
    assertTrue(resent <= 10, () -> resent + " packets were sent again");
  }

  /** What is asked about too soon is sent twice, and its answer measures nothing. */
  @Test
  void routeThatHasBecomeSlowerIsMeasuredAgain() {
    Pair pair = new Pair(1, 1024);
    pair.faults = new Faults(0, 0, 0, 50_000, 0);
    writeOneByOne(pair, 20);
    long before = pair.near.count(EngineCounters.Kind.RESENT);
    pair.faults = new Faults(0, 0, 0, 1_000_000, 0);
    writeOneByOne(pair, 60);
    long nanos = pair.near.queuePair.roundTripNanos();
    assertTrue(nanos >= 1_800_000, () -> nanos + " ns");
    long resent = pair.near.count(EngineCounters.Kind.RESENT) - before;
    assertTrue(resent <= 10, () -> resent + " packets were sent again");
  }

  private static void writeOneByOne(Pair pair, int count) {
    for (int id = 0; id < count; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 100, pair.far));
      assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "no completion");
      pair.near.inbox.remove();
    }
  }

  @Test
  void whatIsUnderWayShowsBeforeTheRequestIsOver() {
    Pair pair = new Pair(1, 1024);
    assertEquals(0, pair.near.queuePair.answeredBytes());
    pair.faults = new Faults(0, 0, 0, 50_000, 0);
    for (Opcode opcode : new Opcode[] {Opcode.WRITE, Opcode.READ}) {
      long before = pair.near.queuePair.answeredBytes();
      pair.near.post(pair.near.request(opcode, 7, 0, HALF, pair.far));
      pair.run(() -> pair.near.queuePair.answeredBytes() > before, PATIENCE_NANOS);
      assertTrue(pair.near.inbox.isEmpty(), "is over before anything was answered");
      assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "no completion");
      pair.near.inbox.remove();
      assertTrue(pair.near.queuePair.answeredBytes() - before >= HALF, opcode::toString);
    }
  }

  @Test
  void sequenceNumbersMayWrapInTheMiddle() {
    Pair pair = new Pair(1, 256);
    pair.near.queuePair = nearTheEnd(pair.near);
    pair.far.queuePair = nearTheEnd(pair.far);
    pair.connect();
    pair.faults = Faults.loss(20);
    byte[] sent = pair.near.fill(0, HALF, pair.random());
    byte[] there = pair.far.fill(HALF, HALF, pair.random());
    pair.near.post(pair.near.request(Opcode.WRITE, 0, 0, HALF, pair.far));
    pair.near.post(pair.near.request(Opcode.READ, 1, HALF, HALF, pair.far));
    pair.far.post(pair.far.request(Opcode.READ, 2, 0, 100, pair.near));
    assertTrue(pair.run(() -> pair.near.inbox.size() == 2, PATIENCE_NANOS), "not done");
    assertEquals("0 SUCCESS WRITE " + HALF, pair.near.inbox.remove());
    assertEquals("1 SUCCESS READ " + HALF, pair.near.inbox.remove());
    assertArrayEquals(sent, pair.far.bytes(0, HALF));
    assertArrayEquals(there, pair.near.bytes(HALF, HALF));
  }

  /** A queue pair whose numbers will soon start again from 0. */
  private static RoceQueuePair nearTheEnd(Side side) {
    side.queuePair.destroy();
    for (int at = 0; at < 1_000_000; at++) {
      RoceQueuePair made = side.anotherQueuePair();
      if (QueuePairAddress.decode(made.address()).firstPsn() > (1 << 24) - 1000) {
        return made;
      }
      made.destroy();
    }
    throw new AssertionError("random numbers avoid the end of their range");
  }

  @Test
  void onePercentLossCostsLittleTime() {
    long plainNanos = transferNanos(Faults.NONE);
    long lossyNanos = transferNanos(Faults.loss(10));
    assertTrue(
        lossyNanos < 3 * plainNanos,
        () -> lossyNanos + " ns with loss, " + plainNanos + " without");
  }

  private static long transferNanos(Faults faults) {
    Pair pair = new Pair(5, 4096);
    pair.faults = faults;
    long startNanos = pair.nowNanos;
    for (int id = 0; id < 20; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 20, PATIENCE_NANOS), "not done");
    assertEquals("0 SUCCESS WRITE " + Side.MEMORY_BYTES, pair.near.inbox.peek());
    return pair.nowNanos - startNanos;
  }

  @Test
  void budgetOfTheReceiveSocketIsKept() {
    long budgetBytes = 64 << 10;
    Pair pair = new Pair(9, 1024, EngineConfig.STANDARD, budgetBytes);
    for (int id = 0; id < 20; id++) {
      pair.near.post(
          pair.near.request(id % 2 == 0 ? Opcode.WRITE : Opcode.READ, id, 0, 200_000, pair.far));
    }
    int[] most = {0};
    boolean done = pair.run(
        () -> {
          most[0] = Math.max(most[0], pair.underWay());
          return pair.near.inbox.size() == 20;
        },
        PATIENCE_NANOS);
    assertTrue(done, () -> "not done: " + pair.near.inbox);
    long packets = 2 * budgetBytes / 1024 + 8;
    assertTrue(most[0] <= packets, most[0] + " packets under way, " + packets + " at most");
    assertTrue(most[0] >= 32, "only " + most[0] + " packets were ever under way");
  }

  @Test
  void refusedBurstsAreOfferedAgain() {
    Pair pair = new Pair(11, 1024);
    byte[] sent = pair.near.fill(0, 300_000, pair.random());
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, 300_000, pair.far));
    pair.near.node.room = 0;
    pair.run(
        () -> {
          pair.near.node.room = pair.random().nextInt(3);
          return !pair.near.inbox.isEmpty();
        },
        PATIENCE_NANOS);
    assertEquals("1 SUCCESS WRITE 300000", pair.near.inbox.poll());
    assertArrayEquals(sent, pair.far.bytes(0, 300_000));
  }

  @Test
  void silentPeerIsGivenUpInBoundedTime() {
    Pair pair = new Pair(12, 1024);
    pair.faults = Faults.loss(1000);
    long startNanos = pair.nowNanos;
    for (int id = 0; id < 3; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 100, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 3, PATIENCE_NANOS), "not done");
    assertEquals("0 RETRY_EXCEEDED WRITE 0", pair.near.inbox.remove());
    assertEquals("1 WORK_REQUEST_FLUSHED WRITE 0", pair.near.inbox.remove());
    assertEquals("2 WORK_REQUEST_FLUSHED WRITE 0", pair.near.inbox.remove());
    long millis = (pair.nowNanos - startNanos) / 1_000_000;
    assertTrue(millis >= 9_000 && millis <= 11_000, "given up after " + millis + " ms");
  }

  @Test
  void patienceIsASetting() {
    Pair pair = new Pair(12, 1024, EngineConfig.STANDARD.withRetryCount(9), Pair.BUDGET_BYTES);
    pair.faults = Faults.loss(1000);
    long startNanos = pair.nowNanos;
    pair.near.post(pair.near.request(Opcode.WRITE, 0, 0, 100, pair.far));
    assertTrue(pair.run(() -> pair.near.inbox.size() == 1, PATIENCE_NANOS), "not done");
    long millis = (pair.nowNanos - startNanos) / 1_000_000;
    assertTrue(millis >= 500 && millis <= 2_000, "given up after " + millis + " ms");
  }

  @Test
  void peerThatIsSilentForFiveSecondsIsNotGivenUp() {
    Pair pair = new Pair(12, 1024);
    pair.faults = Faults.loss(1000);
    for (int id = 0; id < 3; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 100, pair.far));
    }
    assertFalse(pair.run(() -> !pair.near.inbox.isEmpty(), 5_000_000_000L), "given up");
    pair.faults = Faults.NONE;
    long startNanos = pair.nowNanos;
    assertTrue(pair.run(() -> pair.near.inbox.size() == 3, PATIENCE_NANOS), "not done");
    assertEquals("0 SUCCESS WRITE 100", pair.near.inbox.peek());
    long millis = (pair.nowNanos - startNanos) / 1_000_000;
    assertTrue(millis < 500, "done after " + millis + " ms");
  }

  @Test
  void roundTripAndRateAreReported() {
    Pair pair = new Pair(13, 1024);
    assertEquals(0, pair.near.queuePair.roundTripNanos());
    assertEquals(0, pair.near.queuePair.deliveryRateBytesPerSecond());
    for (int id = 0; id < 100; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 200_000, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 100, PATIENCE_NANOS), "not done");
    long nanos = pair.near.queuePair.roundTripNanos();
    assertTrue(nanos > 40_000 && nanos < 2_000_000, "round trip of " + nanos + " ns");
    long rate = pair.near.queuePair.deliveryRateBytesPerSecond();
    assertTrue(rate > 800_000_000 && rate < 1_300_000_000, "bytes per second: " + rate);
  }
}
