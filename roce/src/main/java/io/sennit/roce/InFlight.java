// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Opcode;

/**
 * What a queue pair has under way, against three limits: the congestion window, the room in the
 * receive socket that it goes to, and the number of READs and atomics.
 */
final class InFlight {
  private final RoceQueuePair queuePair;
  private final CongestionControl congestion;
  private final Pacer pacer;
  private final DeliveryRate rate;
  private final Budget sendBudget;
  private final Budget readBudget;
  private final int maxReadAtomic;
  private long sendBytes;
  private long readBytes;
  private int reads;
  private boolean awaitingBudget;
  private boolean heard;

  InFlight(RoceQueuePair queuePair, Limits limits, int maxReadAtomic) {
    this.queuePair = queuePair;
    congestion = limits.congestion();
    pacer = new Pacer(congestion);
    rate = limits.rate();
    sendBudget = limits.sendBudget();
    readBudget = limits.readBudget();
    this.maxReadAtomic = maxReadAtomic;
  }

  /** What a queue pair is limited by. */
  record Limits(
      CongestionControl congestion,
      RoundTrips roundTrips,
      DeliveryRate rate,
      Budget sendBudget,
      Budget readBudget) {}

  long readBudgetBytes() {
    return readBudget.bytes();
  }

  /** What is under way. */
  long bytes() {
    return sendBytes + readBytes;
  }

  /** Whether so many bytes of a request may be added now. */
  boolean admits(SendEntry entry, long bytes, long nowNanos) {
    return !(entry.opcode.isAnswered() && reads >= maxReadAtomic)
        && admitsAgain(entry, bytes, nowNanos);
  }

  /** Whether so many bytes of a request that were lost may be sent again now. */
  boolean admitsAgain(SendEntry entry, long bytes, long nowNanos) {
    if (bytes() > 0 && (!heard || bytes() + bytes > congestion.windowBytes())) {
      queuePair.count(EngineCounters.Kind.WINDOW_FULL);
      return false;
    }
    return pacer.isOpen(nowNanos) && fitsBudget(entry.opcode, bytes);
  }

  /**
   * The peer has sent a packet. Until then one is under way at a time: its address is what somebody
   * said in a rendezvous, and may be anybody's.
   */
  void heard() {
    heard = true;
  }

  boolean isHeard() {
    return heard;
  }

  private boolean fitsBudget(Opcode opcode, long bytes) {
    Budget budget = budget(opcode);
    boolean fits = budget.admits(bytes);
    if (!fits && !awaitingBudget) {
      awaitingBudget = true;
      budget.await(queuePair);
      queuePair.count(EngineCounters.Kind.RECEIVE_BUDGET_FULL);
    }
    return fits;
  }

  private Budget budget(Opcode opcode) {
    return opcode.isAnswered() ? readBudget : sendBudget;
  }

  /** Something of the budget that it waited for was given back. */
  void budgetFreed() {
    awaitingBudget = false;
  }

  /** @param again whether it was sent before, and counts among the READs already */
  void sent(SendEntry entry, long bytes, boolean again, long nowNanos) {
    if (bytes() == 0) {
      rate.begin(nowNanos);
    }
    if (entry.opcode.isAnswered()) {
      readBytes += bytes;
      reads += again ? 0 : 1;
    } else {
      sendBytes += bytes;
    }
    budget(entry.opcode).use(bytes);
    pacer.sent(bytes, nowNanos);
  }

  /** When something may be sent that is held back by pacing only. */
  long deadlineNanos() {
    return pacer.deadlineNanos();
  }

  /** Whether a pause that pacing made has just ended. */
  boolean endPause(long nowNanos) {
    return pacer.endPause(nowNanos);
  }

  /** So many bytes are not under way any more. */
  void answered(Opcode opcode, long bytes) {
    if (opcode.isAnswered()) {
      readBytes -= bytes;
    } else {
      sendBytes -= bytes;
    }
    budget(opcode).release(bytes);
  }

  /** The answers to so many READ requests or atomics are complete. */
  void readsAnswered(int count) {
    reads = Math.max(0, reads - count);
  }

  /** Nothing is under way any more, or counts as such: everything will be sent anew. */
  void clear() {
    reads = 0;
    clearBytes();
  }

  /** No bytes are under way any more; READs that are not answered count as before. */
  void clearBytes() {
    long sent = sendBytes;
    long asked = readBytes;
    sendBytes = 0;
    readBytes = 0;
    sendBudget.release(sent);
    readBudget.release(asked);
  }
}
