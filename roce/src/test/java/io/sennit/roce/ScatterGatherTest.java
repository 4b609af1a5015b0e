// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** Ends of local ranges fall anywhere in packets, and packets are lost. */
final class ScatterGatherTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final int RANGES_AT = 256 << 10;
  private static final int WHOLE_AT = 64;

  @Test
  void everyByteIsWhereItBelongsForEveryMtu() {
    for (int seed = 0; seed < 20; seed++) {
      new Run(seed, new Pair(seed, 256 << seed % 5)).all();
    }
  }

  @Test
  void everyByteIsWhereItBelongsThoughOnePeerIsNotSennit() {
    for (int seed = 20; seed < 30; seed++) {
      new Run(seed, new Pair(seed, 256 << seed % 5).plain()).all();
    }
  }

  /** Offsets within the second range would have wrapped. */
  @Test
  void receiveOfMoreBytesThanAnIntCountsIsNone() {
    MemoryRegion memory = new Pair(1, 1024).near.memory;
    ScatterGatherList ranges =
        new ScatterGatherList().add(memory, 0, 16).add(memory, 0, Integer.MAX_VALUE);
    assertFalse(RoceDomain.CAPABILITIES.admits(ranges), () -> ranges.length() + " bytes");
  }

  @Test
  void listTakenFromItselfIsWhole() {
    MemoryRegion memory = new Pair(1, 1024).near.memory;
    WorkRequest request =
        new WorkRequest().reset(Opcode.SEND, 1).local(memory, 0, 16).andLocal(memory, 64, 8);
    assertEquals(24, request.local(request.ranges()).length());
    assertEquals(2, request.copy(request).ranges().size());
  }

  /** One SEND, WRITE and READ each of random ranges, over a bad network. */
  private static final class Run {
    private final String name;
    private final Randomness random;
    private final Pair pair;

    Run(int seed, Pair pair) {
      name = "seed " + seed + ": ";
      random = Randomness.seeded(seed);
      this.pair = pair;
      pair.faults = new Faults(random.nextInt(60), random.nextInt(60), 0, 20_000, 30_000);
    }

    void all() {
      for (int round = 0; round < 4; round++) {
        gathered(Opcode.WRITE);
        gathered(Opcode.SEND);
        fetched();
        received();
      }
    }

    /** Some ranges in random order, with gaps. */
    private ScatterGatherList ranges(Side side) {
      ScatterGatherList ranges = new ScatterGatherList();
      int count = 1 + random.nextInt(RoceDomain.MOST_RANGES);
      int first = random.nextInt(count);
      int stride = 16_000;
      for (int at = 0; at < count; at++) {
        int length = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(9000);
        int place = (first + at) % count;
        ranges.add(side.memory, RANGES_AT + place * stride + random.nextInt(5000), length);
      }
      return ranges;
    }

    private static byte[] bytes(Side side, ScatterGatherList ranges) {
      byte[] all = new byte[ranges.length()];
      int done = 0;
      for (int at = 0; at < ranges.size(); at++) {
        byte[] piece = side.bytes(ranges.offset(at), ranges.length(at));
        System.arraycopy(piece, 0, all, done, piece.length);
        done += piece.length;
      }
      return all;
    }

    private static byte[] scattered(byte[] memory, byte[] bytes, ScatterGatherList ranges) {
      int done = 0;
      for (int at = 0; at < ranges.size() && done < bytes.length; at++) {
        int piece = Math.min(bytes.length - done, ranges.length(at));
        System.arraycopy(bytes, done, memory, (int) ranges.offset(at), piece);
        done += piece;
      }
      return memory;
    }

    private void finish(WorkRequest request, boolean receives) {
      pair.near.post(
          request.remote(pair.far.memory.address() + WHOLE_AT, pair.far.memory.remoteKey()));
      int length = request.length();
      Opcode opcode = request.opcode();
      boolean done = pair.run(
          () -> !pair.near.inbox.isEmpty() && receives != pair.far.inbox.isEmpty(), PATIENCE_NANOS);
      assertTrue(done, () -> name + "not done: " + pair.near.inbox + pair.far.inbox);
      assertEquals("1 SUCCESS " + opcode + " " + length, pair.near.inbox.remove(), name);
      if (receives) {
        assertEquals("2 SUCCESS RECEIVE " + length, pair.far.inbox.remove(), name);
      }
    }

    private void gathered(Opcode opcode) {
      pair.near.fill(0, Side.MEMORY_BYTES, random);
      byte[] before = pair.far.fill(0, Side.MEMORY_BYTES, random);
      ScatterGatherList ranges = ranges(pair.near);
      if (opcode == Opcode.SEND) {
        pair.far.receive(2, WHOLE_AT, ranges.length());
      }
      finish(new WorkRequest().reset(opcode, 1).local(ranges), opcode == Opcode.SEND);
      byte[] sent = bytes(pair.near, ranges);
      System.arraycopy(sent, 0, before, WHOLE_AT, sent.length);
      assertArrayEquals(before, pair.far.bytes(0, Side.MEMORY_BYTES), name + opcode);
    }

    private void fetched() {
      byte[] before = pair.near.fill(0, Side.MEMORY_BYTES, random);
      ScatterGatherList ranges = ranges(pair.near);
      byte[] fetched = pair.far.fill(WHOLE_AT, ranges.length(), random);
      finish(new WorkRequest().reset(Opcode.READ, 1).local(ranges), false);
      byte[] expected = scattered(before, fetched, ranges);
      assertArrayEquals(expected, pair.near.bytes(0, Side.MEMORY_BYTES), name + "READ");
    }

    private void received() {
      byte[] before = pair.far.fill(0, Side.MEMORY_BYTES, random);
      ScatterGatherList ranges = ranges(pair.far);
      int length = random.nextInt(1 + ranges.length());
      byte[] sent = pair.near.fill(0, length, random);
      assertEquals(PostStatus.POSTED, pair.far.receives.post(2, ranges), name);
      finish(new WorkRequest().reset(Opcode.SEND, 1).local(pair.near.memory, 0, length), true);
      byte[] expected = scattered(before, sent, ranges);
      assertArrayEquals(expected, pair.far.bytes(0, Side.MEMORY_BYTES), name + "RECEIVE");
    }
  }

  @Test
  void everyRegionIsInUseUntilTheRequestIsOver() {
    Pair pair = new Pair(1, 1024);
    MemoryRegion first = pair.near.domain.allocate(4096, EnumSet.noneOf(Access.class));
    MemoryRegion second = pair.near.domain.allocate(4096, EnumSet.noneOf(Access.class));
    WorkRequest request = pair.near.request(Opcode.WRITE, 1, 0, 0, pair.far);
    pair.near.post(request.local(first, 0, 1500).andLocal(second, 7, 1500));
    assertFalse(first.deregister(), "the first was given back under way");
    assertFalse(second.deregister(), "the second was given back under way");
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "not done");
    assertEquals("1 SUCCESS WRITE 3000", pair.near.inbox.remove());
    assertTrue(first.deregister(), "the first is kept");
    assertTrue(second.deregister(), "the second is kept");
  }

  @Test
  void everyRegionOfAReceiveIsInUseUntilItIsConsumed() {
    Pair pair = new Pair(1, 1024);
    MemoryRegion first = pair.far.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    MemoryRegion second = pair.far.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    ScatterGatherList ranges = new ScatterGatherList().add(first, 0, 100).add(second, 0, 100);
    assertEquals(PostStatus.POSTED, pair.far.receives.post(2, ranges));
    assertFalse(first.deregister(), "the first was given back while posted");
    assertFalse(second.deregister(), "the second was given back while posted");
    pair.near.post(pair.near.request(Opcode.SEND, 1, 0, 10, pair.far));
    assertTrue(pair.run(() -> !pair.far.inbox.isEmpty(), PATIENCE_NANOS), "not done");
    assertEquals("2 SUCCESS RECEIVE 10", pair.far.inbox.remove());
    assertTrue(first.deregister(), "the first is kept");
    assertTrue(second.deregister(), "the second is kept");
  }

  @Test
  void refusedRequestKeepsNoRegion() {
    Pair pair = new Pair(1, 1024);
    MemoryRegion first = pair.near.domain.allocate(4096, EnumSet.noneOf(Access.class));
    WorkRequest request = pair.near.request(Opcode.WRITE, 1, 0, 0, pair.far);
    pair.near.post(request.local(first, 0, 100).andLocal(first, 4000, 100));
    assertTrue(first.deregister(), "a request that will fail keeps its region");
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "not done");
    assertEquals("1 LOCAL_PROTECTION_ERROR WRITE 0", pair.near.inbox.remove());
  }
}
