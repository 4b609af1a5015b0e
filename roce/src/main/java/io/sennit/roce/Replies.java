// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicAckEth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Reth;
import java.util.Arrays;

/**
 * The latest READs, atomics and what else is answered by itself, as many as it may have under way:
 * their data is sent from here, in order, straight from the memory that it is in.
 */
final class Replies {
  /** Stands for those that were never needed. */
  private static final Reply NONE = new Reply();

  /** Of a queue pair that was never read from, as most. */
  private static final Reply[] UNUSED = {};

  private final RoceQueuePair queuePair;
  private final int mtu;
  private final int depth;
  private Reply[] ring = UNUSED;
  private int oldest;
  private int pending;
  private int lastPsn;

  Replies(RoceQueuePair queuePair, int mtu, int most) {
    this.queuePair = queuePair;
    this.mtu = mtu;
    depth = most;
  }

  /**
   * Whether the peer has as many under way as it may. An oldest one that is only repeated does not
   * count: the peer has its answer, or would not ask for a new one.
   */
  boolean isFull() {
    if (ring.length == 0) {
      return false;
    }
    Reply next = ring[oldest];
    return next.isPending() && !next.repeated;
  }

  boolean isEmpty() {
    return pending == 0;
  }

  /** The place of a new one, in which the oldest is forgotten. */
  Reply take() {
    if (ring.length == 0) {
      ring = new Reply[depth];
      Arrays.fill(ring, NONE);
    }
    Reply reply = ring[oldest] == NONE ? new Reply() : ring[oldest];
    ring[oldest] = reply;
    oldest = (oldest + 1) % ring.length;
    if (reply.isPending()) {
      pending--;
    }
    reply.rewind(0, 0);
    return reply;
  }

  /** A new one is filled in. */
  void start(Reply reply) {
    reply.repeated = false;
    reply.discarded = false;
    reply.rewind(0, reply.packets);
    pending++;
    queuePair.makeReady();
  }

  /** Some answer was written and has not left: the peer may ask again without having any. */
  void packetsDiscarded() {
    for (Reply reply : ring) {
      reply.discarded = reply != NONE;
    }
  }

  /** A request came again: answers it once more if it is one of these, or a part of one. */
  void repeat(Inbound in) {
    for (Reply reply : ring) {
      if (reply.covers(in.psn)) {
        int first = Psn.minus(in.psn, reply.firstPsn);
        int end = reply.kind == in.opcode.kind() ? end(reply, in, first) : 0;
        if (end > first) {
          pending += reply.isPending() ? 0 : 1;
          reply.repeated |= !reply.isPending() && !reply.discarded;
          reply.repeat(first, end);
          queuePair.doubtPath();
          queuePair.makeReady();
        }
        return;
      }
    }
  }

  private int end(Reply reply, Inbound in, int first) {
    return reply.kind == PacketOpcode.Kind.READ ? endOfRead(reply, in, first) : reply.packets;
  }

  /** The packet behind those that a repeated READ names; 0 if it names anything else. */
  private int endOfRead(Reply reply, Inbound in, int first) {
    long skipped = (long) first * mtu;
    long length = Reth.length(in.packet, in.bth);
    boolean within = length <= reply.length - skipped
        && Reth.virtualAddress(in.packet, in.bth) == reply.virtualAddress + skipped
        && Reth.remoteKey(in.packet, in.bth) == reply.remoteKey;
    return within ? first + Psn.packets(length, mtu) : 0;
  }

  /**
   * Writes what is pending.
   *
   * @param most packets at once
   * @return the packets written, or fewer than {@code most} with some left if there is no room
   */
  int transmit(BurstWriter writer, PacketSink sink, int most, Answers answers) {
    int written = 0;
    for (int step = 0; step < ring.length && pending > 0; step++) {
      Reply reply = ring[(oldest + step) % ring.length];
      while (reply.isPending()) {
        if (!isReadable(reply)) {
          if (reply.repeated) {
            forget(reply);
            break;
          }
          drop();
          answers.refuse(Aeth.NAK_REMOTE_ACCESS, Psn.plus(reply.firstPsn, reply.next));
          queuePair.refused(Aeth.NAK_REMOTE_ACCESS);
          return written;
        }
        if (written == most || !write(reply, writer, sink, answers)) {
          return written;
        }
        written++;
      }
    }
    return written;
  }

  /** A late copy asked for it; the peer has its answer, or gave the memory up by itself. */
  private void forget(Reply reply) {
    reply.rewind(0, 0);
    pending--;
  }

  private static boolean isReadable(Reply reply) {
    return reply.reach == null || reply.reach.isExposed();
  }

  private boolean write(Reply reply, BurstWriter writer, PacketSink sink, Answers answers) {
    PacketOpcode opcode = reply.opcode();
    int payload = reply.payloadBytes(mtu);
    int repeated = queuePair.connection().repeatedBytes(opcode);
    if (!writer.makeRoom(queuePair, BurstWriter.packetBytes(opcode, payload) + repeated, sink)) {
      return false;
    }
    writer.begin(opcode, payload, Psn.plus(reply.firstPsn, reply.next), false);
    writer.repeat(repeated);
    if (opcode != PacketOpcode.READ_RESPONSE_MIDDLE || repeated > 0) {
      Aeth.write(writer.headers(), writer.bth(), Aeth.ACK, answers.messageSequence());
    }
    if (opcode == PacketOpcode.ATOMIC_ACKNOWLEDGE) {
      AtomicAckEth.write(writer.headers(), writer.bth(), reply.original);
    }
    RoceMemoryRegion region = reply.region;
    if (region == null || payload == 0) {
      writer.end(queuePair.connection().outbound());
    } else {
      long offset = region.offset(reply.virtualAddress) + (long) reply.next * mtu;
      writer.end(queuePair.connection().outbound(), region.memory(), offset, payload);
    }
    lastPsn = Psn.plus(reply.firstPsn, reply.next);
    reply.next++;
    pending -= reply.isPending() ? 0 : 1;
    return true;
  }

  /** The latest packet written; it acknowledges everything before it. */
  int lastPsn() {
    return lastPsn;
  }

  /** The queue pair ends: nothing more is sent. */
  void drop() {
    for (Reply reply : ring) {
      reply.rewind(0, 0);
      reply.region = null;
      reply.reach = null;
    }
    pending = 0;
  }
}
