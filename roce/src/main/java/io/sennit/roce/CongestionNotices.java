// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.PacketOpcode;

/**
 * What a queue pair owes its peer for packets that were marked on their way here: one notification,
 * at most every {@value #LEAST_GAP_NANOS} ns, however many were. It goes in a class of its own, so
 * that it does not wait in the queue that it tells of.
 */
final class CongestionNotices {
  static final long LEAST_GAP_NANOS = 50_000;

  /** CS6, as is usual where networks are set up for RoCE. */
  static final int DSCP = 48;

  private final RoceQueuePair queuePair;
  private final Flow flow;
  private boolean owed;
  private boolean sentBefore;
  private long sentNanos;

  /** @param flow of the queue pair */
  CongestionNotices(RoceQueuePair queuePair, Flow flow) {
    this.queuePair = queuePair;
    this.flow = flow.in(DSCP);
  }

  /** A packet of the peer was marked. */
  void met(long nowNanos) {
    queuePair.count(EngineCounters.Kind.MARKED);
    if (!owed && (!sentBefore || nowNanos - sentNanos >= LEAST_GAP_NANOS)) {
      owed = true;
      queuePair.makeReady();
    }
  }

  /**
   * Writes what is owed.
   *
   * @return false if there is no room
   */
  boolean transmit(BurstWriter writer, PacketSink sink, long nowNanos) {
    if (!owed) {
      return true;
    }
    PacketOpcode opcode = PacketOpcode.CONGESTION_NOTIFICATION;
    if (!writer.makeRoom(queuePair, flow, BurstWriter.packetBytes(opcode, 0), sink)) {
      return false;
    }
    writer.begin(opcode, 0, 0, false);
    Bth.markBackward(writer.headers(), writer.bth());
    writer
        .headers()
        .asSlice(writer.bth() + Bth.BYTES, opcode.headerBytes() - Bth.BYTES)
        .fill((byte) 0);
    writer.end(queuePair.connection().outbound());
    queuePair.count(EngineCounters.Kind.NOTICE_SENT);
    owed = false;
    sentBefore = true;
    sentNanos = nowNanos;
    return true;
  }
}
