// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sennit.base.Randomness;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** After it has warmed up, the data path allocates nothing. */
final class AllocationTest {
  private static final int PACKETS_PER_ROUND = 3 * 8 + 4 + 2 * 3;
  private static final int SLOT_BYTES = 8192;
  private static final int SLOTS = 1024;

  private final Line toFar = new Line();
  private final Line toNear = new Line();
  private final Side near;
  private final Side far;
  private final WorkRequest request = new WorkRequest();
  private final ScatterGatherList ranges = new ScatterGatherList();
  private final WorkCompletion[] polled = {new WorkCompletion(), new WorkCompletion()};
  private long nowNanos = 1;

  /** A ring of packets between two engines, all of whose memory exists from the start. */
  private static final class Line implements PacketSink {
    private final PacketMemory memory =
        PacketMemory.of(Arena.ofAuto().allocate((long) SLOTS * SLOT_BYTES));
    private final Datagram datagram = new Datagram(memory);
    private final int[] lengths = new int[SLOTS];
    private int sent;
    private int received;

    @Override
    public boolean numbersSegments(int localPort) {
      return false;
    }

    @Override
    public int send(Burst[] bursts, int count) {
      for (int at = 0; at < count; at++) {
        for (int packet = 0; packet < bursts[at].packetCount(); packet++) {
          append(bursts[at], packet);
        }
      }
      return count;
    }

    private void append(Burst burst, int packet) {
      long to = (long) (sent % SLOTS) * SLOT_BYTES;
      lengths[sent++ % SLOTS] = burst.packetBytes(packet);
      MemorySegment target = memory.segment();
      int headers = burst.headerLength(packet);
      int payload = burst.payloadLength(packet);
      MemorySegment.copy(burst.scratch(), burst.headerOffset(packet), target, to, headers);
      MemorySegment.copy(
          burst.payload(packet), burst.payloadOffset(packet), target, to + headers, payload);
      MemorySegment.copy(
          burst.scratch(),
          burst.trailerOffset(packet),
          target,
          to + headers + payload,
          burst.trailerLength(packet));
    }

    void deliver(Side from, Side to, long nowNanos) {
      LocalPort source = from.node.ports.get(0);
      int port = from.node.sourcePort(0, 7);
      while (received < sent) {
        int slot = received++ % SLOTS;
        datagram.packet((long) slot * SLOT_BYTES, lengths[slot], 0);
        datagram.from(0, source.address().high(), source.address().low(), port);
        to.node.engine.receive(datagram, nowNanos);
      }
    }
  }

  AllocationTest() {
    Randomness random = Randomness.seeded(1);
    Node one =
        new Node(Node.ports(1, 1, 1024), EngineConfig.STANDARD, random, copy -> {}, () -> {});
    Node other =
        new Node(Node.ports(2, 1, 1024), EngineConfig.STANDARD, random, copy -> {}, () -> {});
    near = new Side(one, other.asRemote(1 << 20), 1 << 20);
    far = new Side(other, one.asRemote(1 << 20), 1 << 20);
    near.queuePair.connect(far.queuePair.address());
    far.queuePair.connect(near.queuePair.address());
  }

  private void post(Opcode opcode, int length, boolean inline) {
    request.reset(opcode, 1).local(near.memory, 0, length);
    request.remote(far.memory.address(), far.memory.remoteKey());
    near.queuePair.post(inline ? request.inline() : request);
  }

  /** Ranges that end in the middle of packets. */
  private void postSeveral(Opcode opcode) {
    request.reset(opcode, 1).local(near.memory, 8192, 1500);
    request.andLocal(near.memory, 0, 700).andLocal(near.memory, 4096, 800);
    near.queuePair.post(request.remote(far.memory.address(), far.memory.remoteKey()));
  }

  /** One of each; 34 packets of data. */
  private int round() {
    far.receives.post(1, far.memory, 0, 8192);
    ranges.clear().add(far.memory, 100, 1000).add(far.memory, 9000, 2000);
    far.receives.post(1, ranges);
    postSeveral(Opcode.READ);
    post(Opcode.WRITE, 8192, false);
    post(Opcode.SEND, 8192, false);
    post(Opcode.READ, 8192, false);
    post(Opcode.WRITE, 64, true);
    post(Opcode.FETCH_AND_ADD, 8, false);
    postSeveral(Opcode.SEND);
    int completions = 0;
    for (int turn = 0; turn < 20; turn++) {
      nowNanos += 10_000;
      near.node.engine.timers(nowNanos);
      near.node.engine.transmit(toFar, nowNanos);
      toFar.deliver(near, far, nowNanos);
      far.node.engine.transmit(toNear, nowNanos);
      toNear.deliver(far, near, nowNanos);
      completions += near.completions.poll(polled) + far.completions.poll(polled);
    }
    return completions;
  }

  @Test
  void nothingIsAllocatedPerPacket() {
    int done = 0;
    for (int round = 0; round < 3_000; round++) {
      done += round();
    }
    assertTrue(done == 3_000 * 9, "completions: " + done);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long leastBytes = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 5; attempt++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int round = 0; round < 1_000; round++) {
        round();
      }
      leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - before);
    }
    long packets = 1_000L * PACKETS_PER_ROUND;
    assertTrue(leastBytes < packets, leastBytes + " bytes for " + packets + " packets");
  }
}
