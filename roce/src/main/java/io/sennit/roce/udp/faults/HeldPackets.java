// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import io.sennit.roce.Datagram;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketMemory;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketReceiver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * Copies of packets that come later, in the order of their times. Its memory is taken when the
 * first packet is held. Confined to one thread.
 */
final class HeldPackets {
  /** Most packets held at the same time; more are lost. */
  static final int MOST_PACKETS = 4096;

  /** Longest packet: the largest payload with the longest headers. */
  static final int MOST_BYTES = LocalPort.MOST_MTU_BYTES + 128;

  private final PriorityQueue<Held> queue = new PriorityQueue<>();
  private final ArrayDeque<Held> free = new ArrayDeque<>();
  private final Arena arena = Arena.ofAuto();
  private int made;
  private long sequence;

  /** One packet; its view stays filled while it waits. */
  private static final class Held implements Comparable<Held> {
    private final Datagram datagram;
    private long dueNanos;
    private long sequence;

    Held(MemorySegment memory) {
      datagram = new Datagram(PacketMemory.of(memory));
    }

    @Override
    public int compareTo(Held other) {
      long difference = dueNanos - other.dueNanos;
      return Long.signum(difference != 0 ? difference : sequence - other.sequence);
    }
  }

  /** Keeps a copy until its time; false if there is no room. */
  boolean hold(Datagram packet, long dueNanos) {
    Held held = packet.length() > MOST_BYTES ? null : take();
    if (held == null) {
      return false;
    }
    copy(packet, held.datagram);
    held.dueNanos = dueNanos;
    held.sequence = sequence++;
    queue.add(held);
    return true;
  }

  private Held take() {
    Held held = free.poll();
    if (held == null && made < MOST_PACKETS) {
      made++;
      held = new Held(arena.allocate(MOST_BYTES, 8));
    }
    return held;
  }

  /** Copies a packet to the start of another view's memory. */
  static void copy(Datagram from, Datagram to) {
    MemorySegment.copy(
        from.memory().segment(), from.offset(), to.memory().segment(), 0, from.length());
    to.packet(0, from.length(), from.segmentIndex())
        .from(from.localPort(), from.sourceHigh(), from.sourceLow(), from.sourcePort())
        .ecn(from.ecn())
        .dscp(from.dscp());
  }

  /** Hands over what is due. */
  void release(PacketReceiver receiver, long nowNanos) {
    for (Held held = queue.peek();
        held != null && held.dueNanos - nowNanos <= 0;
        held = queue.peek()) {
      queue.remove();
      receiver.receive(held.datagram, nowNanos);
      free.add(held);
    }
  }

  /** When the next one is due; {@link PacketDevice#NO_TIMER} if none is held. */
  long nextNanos() {
    Held held = queue.peek();
    return held == null ? PacketDevice.NO_TIMER : held.dueNanos;
  }
}
