// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;

/**
 * The acknowledgement that a responder owes: at most one, however many packets asked for it. A gap
 * is reported once, and once more each time the requester has evidently gone back; with selective
 * repair, by what has arrived behind it.
 */
final class Answers {
  private static final int NOTHING = -1;

  private final RoceQueuePair queuePair;
  private final HeldPackets held;
  private boolean acknowledge;
  private int negative = NOTHING;
  private int negativePsn;
  private boolean gapKnown;
  private int lastAheadPsn;

  /** Packets were dropped for being ahead, up to this one, and the peer has not been told. */
  private boolean owesGap;

  private int furthestPsn;
  private boolean notReady;
  private boolean refused;
  private int refusal;
  private int refusedPsn;
  private int messageSequence;

  Answers(RoceQueuePair queuePair, HeldPackets held) {
    this.queuePair = queuePair;
    this.held = held;
  }

  /** A message is complete. */
  void countMessage() {
    messageSequence++;
  }

  int messageSequence() {
    return messageSequence;
  }

  /** Everything up to the expected packet is to be acknowledged. */
  void acknowledge() {
    acknowledge = true;
    queuePair.makeReady();
  }

  /**
   * The expected packet has come: what was said about its absence is out of date, and what was to
   * be said is said of the next one, by {@link #executedTo}.
   */
  void expectedCame() {
    owesGap = gapKnown && negative != NOTHING;
    gapKnown = false;
    notReady = false;
    if (!refused) {
      negative = NOTHING;
    }
  }

  /**
   * All that can be executed is. If the peer was never told of packets that were dropped for being
   * ahead, it is told now, or would wait for its timer: of the first that is missing, or that all
   * have come since.
   */
  void executedTo(int expectedPsn) {
    if (!owesGap) {
      return;
    }
    owesGap = false;
    if (negative != NOTHING) {
      gapKnown = true;
    } else if (Psn.minus(furthestPsn, expectedPsn) >= 0) {
      gap(expectedPsn, furthestPsn);
    } else {
      acknowledge();
    }
  }

  /** A packet came ahead of the expected one. */
  void gap(int expectedPsn, int psn) {
    boolean newRound = !gapKnown || Psn.minus(psn, lastAheadPsn) <= 0;
    furthestPsn = gapKnown && Psn.minus(psn, furthestPsn) < 0 ? furthestPsn : psn;
    gapKnown = true;
    lastAheadPsn = psn;
    if (newRound && !notReady) {
      answer(Aeth.NAK_SEQUENCE, expectedPsn);
    }
  }

  /** There is no receive for the expected packet. */
  void notReady(int syndrome, int psn) {
    notReady = true;
    answer(syndrome, psn);
  }

  /** The expected packet is refused, and everything after it. */
  void refuse(int syndrome, int psn) {
    refused = true;
    refusal = syndrome;
    refusedPsn = psn;
    answer(syndrome, psn);
  }

  /** Whether a request of the peer's was refused, which has ended the queue pair. */
  boolean isRefusing() {
    return refused;
  }

  /** The packet that was refused comes again: the refusal was lost. */
  void repeatRefusal(int psn) {
    if (refused && psn == refusedPsn) {
      answer(refusal, psn);
    }
  }

  private void answer(int syndrome, int psn) {
    negative = syndrome;
    negativePsn = psn;
    queuePair.makeReady();
  }

  /** Data of a READ has acknowledged all that was executed; it cannot tell what is kept. */
  void acknowledged() {
    acknowledge &= !held.isEmpty();
  }

  /**
   * Writes what is owed.
   *
   * @return false if there is no room
   */
  boolean transmit(BurstWriter writer, PacketSink sink, int expectedPsn) {
    boolean isNegative = negative != NOTHING;
    if (!isNegative && !acknowledge) {
      return true;
    }
    int bitmapBytes = isNegative || held.isEmpty() ? 0 : held.bitmapBytes(expectedPsn);
    int bytes = BurstWriter.packetBytes(PacketOpcode.ACKNOWLEDGE, bitmapBytes);
    if (!writer.makeRoom(queuePair, bytes, sink)) {
      return false;
    }
    int psn = isNegative ? negativePsn : Psn.plus(expectedPsn, -1);
    writer.begin(PacketOpcode.ACKNOWLEDGE, bitmapBytes, psn, false);
    int syndrome = isNegative ? negative : Aeth.ACK;
    Aeth.write(writer.headers(), writer.bth(), syndrome, messageSequence);
    PacketMemory extra = writer.extra();
    held.writeBitmap(expectedPsn, extra.segment(), 0);
    writer.end(queuePair.connection().outbound(), extra, 0, bitmapBytes);
    count(syndrome);
    acknowledge = false;
    negative = NOTHING;
    return true;
  }

  private void count(int syndrome) {
    switch (Aeth.type(syndrome)) {
      case NAK -> queuePair.count(EngineCounters.Kind.NAK_SENT);
      case RECEIVER_NOT_READY -> queuePair.count(EngineCounters.Kind.RNR_NAK_SENT);
      case ACK, RESERVED -> {}
    }
  }
}
