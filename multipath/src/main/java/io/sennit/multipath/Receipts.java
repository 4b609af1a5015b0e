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
 *
 * <p>Nothing is asked while the oldest message is not even acknowledged, and there is a pause after
 * a question that brought nothing new: one message that is held up on its way is no reason to fill
 * the peer's window with questions.
 */
final class Receipts {
  /** Number of the question u64. */
  static final int ASK_BYTES = Long.BYTES;

  /** Oldest missing sequence u64, number of the question that is answered u64. */
  static final int RECEIVED_BYTES = 2 * Long.BYTES;

  private static final int ANSWERS = 3;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long NOTHING = -1;

  private final Core core;
  private final Credits credits;
  private final SequenceWindow window;
  private final MessageSender sender;
  private final Intrusions intrusions;
  private final long receiptNanos;

  /** The first pause before a question is repeated; there is time for some within the silence. */
  private final long repeatLeastNanos;

  private final FrameWriter question = this::writeQuestion;
  private final FrameWriter answer = this::writeAnswer;

  /** From the oldest sequence that the peer misses to its credit limit; once it is known. */
  private long knownWindow = NOTHING;

  /** How far the peer had come at the last look. */
  private long looked;

  /** After a question that told nothing new, nothing is asked before. */
  private long notBeforeNanos = Long.MIN_VALUE;

  /** Questions so far, and the one that is not answered. */
  private long questions;

  private long asked = NOTHING;
  private long firstAskedNanos;

  /** When a peer that never answers is lost: once the question is acknowledged. */
  private long lostAtNanos;

  private long repeatAtNanos;
  private long repeatNanos;
  private boolean askAgain;

  /** The sequence that the latest answers miss, and how many of them in a row. */
  private long missing = NOTHING;

  private int answersMissing;

  /** The latest question of the peer, and whether it is to be answered. */
  private long peersQuestion;

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
    receiptNanos = core.config.intrusions().receiptNanos();
    repeatLeastNanos = Math.min(receiptNanos, core.config.silenceNanos() / 4);
  }

  /** The peer asks, for the first time or again. */
  void onAsk(long number) {
    peersQuestion = number;
    answerDue = true;
    core.dirty = true;
  }

  /** How far the peer's credit limit can be from the oldest sequence that it misses. */
  long peerWindow() {
    return knownWindow == NOTHING ? Credits.LARGEST_WINDOW : knownWindow;
  }

  /**
   * A frame of the peer has come, with a limit that {@link Credits#hear} has taken; how far the
   * peer had come then follows from it.
   */
  void onCredit(long creditLimit) {
    if (knownWindow != NOTHING) {
      sender.received(creditLimit - knownWindow);
    }
  }

  /**
   * The peer answers a question; the frame's header has this credit limit.
   *
   * @throws Misplacement if it cannot be
   */
  void onReceived(long oldestMissing, long answered, long creditLimit) {
    long size = creditLimit - oldestMissing;
    long sent = credits.next();
    if (oldestMissing < 0 || oldestMissing > sent || answered < 1 || answered > questions) {
      throw new Misplacement("RECEIVED of " + oldestMissing + " to question " + answered + " after "
          + sent + " and " + questions);
    }
    if (size <= 0
        || size > Credits.LARGEST_WINDOW
        || (knownWindow != NOTHING && size != knownWindow)) {
      throw new Misplacement("RECEIVED with a window of " + size + " after " + knownWindow);
    }
    knownWindow = size;
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
    askAgain = false;
    core.counters.increment(Counter.MESSAGES_SWALLOWED);
    Strand strand = sender.acknowledgedBy(oldestMissing);
    sender.sendAgain(oldestMissing);
    intrusions.met(strand, "message " + oldestMissing + " was acknowledged and has not come");
  }

  /** Asks and answers; after everything that this poll has heard. */
  int step() {
    int said = 0;
    if (answerDue && (sender.say(sender.answer, answer) >= 0 || answerSeparately())) {
      answerDue = false;
      said++;
    }
    look();
    if (asked != NOTHING) {
      return said + repeat();
    }
    return said + (isAskDue() ? ask() : 0);
  }

  /**
   * Answers by a separate message. The latest answer has arrived, but a copy of it is still open on
   * a silent strand, and fencing that may take longer than the peer waits.
   */
  private boolean answerSeparately() {
    return sender.hasArrivedWithOpenCopies(sender.answer)
        && sender.send(FrameType.RECEIVED, Tier.CREDIT, answer) >= 0;
  }

  /** Notes whether the peer has told anything new, which may do for an answer. */
  private void look() {
    long received = sender.receivedTo();
    if (received != looked) {
      looked = received;
      notBeforeNanos = core.nowNanos;
    }
    if (received > sender.question.sequence) {
      asked = NOTHING;
    }
  }

  private boolean isAskDue() {
    return askAgain || dueNanos() <= core.nowNanos;
  }

  /** When the peer is asked if it says nothing before. */
  private long dueNanos() {
    if (sender.hasRelayedOldest()) {
      return notBeforeNanos; // The lifeline acknowledges nothing.
    }
    long acknowledgedNanos = sender.oldestAcknowledgedNanos();
    if (acknowledgedNanos == MessageSender.NOT_ACKNOWLEDGED) {
      return NEVER;
    }
    if (sender.keepsTooMany()) {
      return notBeforeNanos;
    }
    return sender.awaitsReceipt()
        ? Math.max(notBeforeNanos, acknowledgedNanos + receiptNanos)
        : NEVER;
  }

  /** If a question cannot be said now there is a pause, too: no timer is ever left due. */
  private int ask() {
    notBeforeNanos = core.nowNanos + receiptNanos;
    if (sender.say(sender.question, question) < 0) {
      return 0;
    }
    askAgain = false;
    asked = ++questions;
    firstAskedNanos = core.nowNanos;
    lostAtNanos = NEVER;
    repeatNanos = repeatLeastNanos;
    repeatAtNanos = core.nowNanos + repeatNanos;
    return 1;
  }

  /**
   * A question is acknowledged and not answered: it, or the answer, may be lost like anything. A
   * peer that never answers is as one that is silent; but not one that cannot: its time begins when
   * the question is acknowledged, and what was acknowledged just now may still be answered.
   */
  private int repeat() {
    long sequence = sender.question.sequence;
    if (lostAtNanos == NEVER && sender.isAcknowledged(sequence, NEVER)) {
      lostAtNanos = core.nowNanos + core.config.silenceNanos();
    }
    if (core.nowNanos < repeatAtNanos) {
      return 0;
    }
    long leftNanos = lostAtNanos - core.nowNanos;
    long latestNanos = leftNanos > 0 ? NEVER : core.nowNanos - repeatLeastNanos;
    if (!sender.isAcknowledged(sequence, latestNanos)) {
      repeatAtNanos = core.nowNanos + repeatLeastNanos; // It waits for a strand, or is under way.
      return 0;
    }
    if (leftNanos <= 0) {
      core.failure.set("the peer has not told for " + core.config.silenceNanos() / 1_000_000
          + " ms what it has received, though all of it is acknowledged");
      return 1;
    }
    repeatNanos *= 2;
    repeatAtNanos = Math.min(core.nowNanos + repeatNanos, lostAtNanos);
    if (leftNanos > repeatLeastNanos) { // Or there is no time to answer it.
      sender.sendAgain(sequence);
    }
    return 1;
  }

  long nextTimerNanos() {
    if (asked != NOTHING) {
      return repeatAtNanos;
    }
    return askAgain ? notBeforeNanos : dueNanos();
  }

  private int writeQuestion(MemorySegment slot) {
    slot.set(BraidHeader.LONG, 0, questions + 1);
    return ASK_BYTES;
  }

  private int writeAnswer(MemorySegment slot) {
    slot.set(BraidHeader.LONG, 0, window.base());
    slot.set(BraidHeader.LONG, Long.BYTES, peersQuestion);
    return RECEIVED_BYTES;
  }
}
