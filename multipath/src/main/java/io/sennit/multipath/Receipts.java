// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/**
 * Which own messages the peer says that it has. The transport's word is not enough: whoever can
 * read packets can put one of its own in the place of the next, and what should have stood there is
 * acknowledged as a duplicate and never executed. So a message is kept until the peer itself has
 * told of it, and goes out again by another strand if it is missing there though it was
 * acknowledged. The peer's window drops whatever comes twice.
 *
 * <p>What every frame says of credit tells how far the peer has come, once the size of its window
 * is known. When that says nothing new for a while the peer is asked (ASK), and answers with the
 * oldest sequence that is missing (RECEIVED). Only what several answers in a row miss, to questions
 * that were asked after it was acknowledged, is lost: the peer may look at its strands in any
 * order.
 */
final class Receipts {
  /** Oldest missing sequence u64, sequence of the ASK that is answered u64. */
  static final int RECEIVED_BYTES = 2 * Long.BYTES;

  private static final int ANSWERS = 3;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long NOTHING = -1;
  private static final FrameWriter EMPTY = slot -> 0;

  private final Core core;
  private final Credits credits;
  private final SequenceWindow window;
  private final MessageSender sender;
  private final Intrusions intrusions;
  private final FrameWriter answer = this::writeAnswer;

  /** From the oldest sequence that the peer misses to its credit limit; once it is known. */
  private long peerWindow = NOTHING;

  /** Since when the peer has told nothing new of what it should have. */
  private long sinceNanos;

  private boolean waiting;
  private long waitedFor;

  /** The question that is not answered, when it was first asked, and when last. */
  private long asked = NOTHING;

  private long firstAskedNanos;
  private long askedNanos;
  private boolean askAgain;

  /** The sequence that the latest answers miss, and how many of them in a row. */
  private long missing = NOTHING;

  private int answersMissing;

  /** The latest question of the peer, and whether it is to be answered. */
  private long question;

  private boolean answerDue;

  Receipts(
      Core core,
      Credits credits,
      SequenceWindow window,
      MessageSender sender,
      Intrusions intrusions) {
    this.core = core;
    this.credits = credits;
    this.window = window;
    this.sender = sender;
    this.intrusions = intrusions;
  }

  /** The peer asks, for the first time or again. */
  void onAsk(long sequence) {
    question = sequence;
    answerDue = true;
    core.dirty = true;
  }

  /** A frame of the peer has come; how far it had come then follows from its credit limit. */
  void onCredit(long creditLimit) {
    if (peerWindow != NOTHING) {
      sender.received(Math.min(creditLimit - peerWindow, credits.next()));
    }
  }

  /** The peer answers; the frame's header has this credit limit. */
  void onReceived(MemorySegment memory, long at, long creditLimit) {
    long oldestMissing = memory.get(BraidHeader.LONG, at);
    long answered = memory.get(BraidHeader.LONG, at + Long.BYTES);
    long size = creditLimit - oldestMissing;
    long sent = credits.next();
    if (oldestMissing < 0 || oldestMissing > sent || answered < 0 || answered >= sent) {
      throw new Violation("RECEIVED of " + oldestMissing + " to " + answered + " after " + sent);
    }
    if (size <= 0
        || size > Credits.LARGEST_WINDOW
        || (peerWindow != NOTHING && size != peerWindow)) {
      throw new Violation("RECEIVED with a window of " + size + " after " + peerWindow);
    }
    peerWindow = size;
    sender.received(oldestMissing);
    if (answered == asked) {
      asked = NOTHING;
      judge(oldestMissing);
    }
  }

  private void judge(long oldestMissing) {
    boolean lost = sender.isAcknowledged(oldestMissing, firstAskedNanos);
    answersMissing = lost && oldestMissing == missing ? answersMissing + 1 : lost ? 1 : 0;
    missing = oldestMissing;
    askAgain = lost;
    if (answersMissing < ANSWERS) {
      return;
    }
    answersMissing = 0;
    core.counters.increment(Counter.MESSAGES_SWALLOWED);
    Strand strand = sender.acknowledgedBy(oldestMissing);
    sender.sendAgain(oldestMissing);
    intrusions.met(strand, "message " + oldestMissing + " was acknowledged and has not come");
  }

  /** Asks and answers; after everything that this poll has heard. */
  int step() {
    int sent = 0;
    if (answerDue && sender.send(FrameType.RECEIVED, Tier.CREDIT, answer) >= 0) {
      answerDue = false;
      sent++;
    }
    look();
    if (asked != NOTHING) {
      return sent + repeat();
    }
    if (isAskDue()) {
      long sequence = sender.send(FrameType.ASK, Tier.CREDIT, EMPTY);
      if (sequence >= 0) {
        asked = sequence;
        firstAskedNanos = core.nowNanos;
        askedNanos = core.nowNanos;
        askAgain = false;
        sent++;
      }
    }
    return sent;
  }

  private boolean isAskDue() {
    return askAgain
        || (waiting && core.nowNanos - sinceNanos >= core.config.intrusions().receiptNanos())
        || sender.keepsTooMany();
  }

  /** Notes whether the peer has told anything new, which may do for an answer. */
  private void look() {
    long received = sender.receivedTo();
    if (!waiting || received != waitedFor) {
      sinceNanos = core.nowNanos;
      waitedFor = received;
    }
    waiting = sender.awaitsReceipt();
    if (received > asked) {
      asked = NOTHING;
    }
  }

  /**
   * A question is acknowledged and not answered: it, or the answer, may be lost like anything. A
   * peer that never answers is as one that is silent.
   */
  private int repeat() {
    if (core.nowNanos - askedNanos < core.config.intrusions().receiptNanos()) {
      return 0;
    }
    askedNanos = core.nowNanos;
    if (!sender.isAcknowledged(asked, NEVER)) {
      return 0; // It waits for a strand, or is under way.
    }
    if (core.nowNanos - firstAskedNanos >= core.config.silenceNanos()) {
      core.failure.set("the peer has not told for " + core.config.silenceNanos() / 1_000_000
          + " ms what it has received, though all of it is acknowledged");
      return 1;
    }
    sender.sendAgain(asked);
    return 1;
  }

  long nextTimerNanos() {
    long receiptNanos = core.config.intrusions().receiptNanos();
    if (asked != NOTHING) {
      return askedNanos + receiptNanos;
    }
    return waiting ? sinceNanos + receiptNanos : NEVER;
  }

  private int writeAnswer(MemorySegment slot) {
    slot.set(BraidHeader.LONG, 0, window.base());
    slot.set(BraidHeader.LONG, Long.BYTES, question);
    return RECEIVED_BYTES;
  }
}
