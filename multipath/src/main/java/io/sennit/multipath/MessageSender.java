// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import org.jspecify.annotations.Nullable;

/**
 * Own messages: numbers them, keeps them in registered slots until the peer has told that it has
 * them, and makes further copies when a strand is lost.
 *
 * <p>Three queues of what waits for a strand: urgent (what heals the braid), replays (second
 * copies; they wait while the peer may run out of receives), fresh.
 */
final class MessageSender {
  static final long NOT_ACKNOWLEDGED = Long.MIN_VALUE;

  /** Most bytes of ordinary messages relayed at a time: a lifeline may be slow. */
  private static final int MOST_RELAYED_BYTES = 64 << 10;

  private final Core core;
  private final StrandSet strands;
  private final Poster poster;
  private final Scheduler scheduler;
  private final Credits credits;
  private final MemoryRegion region;
  private final @Nullable MessageSlot[] slots;
  private final int[] free;
  private final LongRing urgent;
  private final LongRing replays;
  private final LongRing fresh;
  private final BraidHeader header = new BraidHeader();
  private int freeCount;
  private int extraCopies;

  /** By their sequences; as many as there are slots, since each that is not received has one. */
  private final MessageSlot[] bySequence;

  /** Every sequence below it the peer has, as it says itself. */
  private long receivedTo;

  /** One past the last sequence that was relayed because credits ran out. */
  private long relayedTo;

  /** Behind the last sequence of which somebody waits. */
  private long mattersTo;

  /** Slots of what is acknowledged, and waits for the peer's own word. */
  private int kept;

  final StandingFrame question = new StandingFrame(FrameType.ASK);
  final StandingFrame answer = new StandingFrame(FrameType.RECEIVED);
  private boolean normalBlocked;
  private boolean controlBlocked;
  private long vitals;

  MessageSender(Core core, MemoryRegion region, Posting posting, Credits credits) {
    this.core = core;
    strands = posting.strands();
    poster = posting.poster();
    scheduler = posting.scheduler();
    this.credits = credits;
    this.region = region;
    freeCount = core.config.sendSlots();
    slots = new MessageSlot[freeCount];
    free = new int[freeCount];
    bySequence = new MessageSlot[Integer.highestOneBit(2 * freeCount - 1)];
    for (int i = 0; i < freeCount; i++) {
      free[i] = freeCount - 1 - i;
    }
    urgent = new LongRing(slots.length);
    replays = new LongRing(slots.length);
    fresh = new LongRing(slots.length);
    header.sessionId = core.session.sessionId();
    header.generation = core.session.generation();
  }

  static int maxFrameBytes(BraidConfig config) {
    return config.slotBytes() - BraidHeader.BYTES - DoneExtension.maxBytes(config.maxPaths());
  }

  /** See {@link Braid#send}. */
  long send(FrameType type, Tier tier, FrameWriter writer) {
    long refusal = refusal(tier);
    if (refusal != 0) {
      return refusal;
    }
    MessageSlot slot = slot(free[freeCount - 1]);
    return commit(slot, type, 0, writer.write(slot.plainFrame));
  }

  /** Sends the announcement of a WRITE; see {@link DoneExtension#write}. */
  long sendDone(Tier tier, FrameWriter writer, long lease, long unfinishedPaths) {
    long refusal = refusal(tier);
    if (refusal != 0) {
      return refusal;
    }
    MessageSlot slot = slot(free[freeCount - 1]);
    int extension =
        DoneExtension.write(slot.memory, BraidHeader.BYTES, lease, strands, unfinishedPaths);
    int max = maxFrameBytes(core.config);
    int length = writer.write(
        unfinishedPaths == 0
            ? slot.doneFrame
            : slot.memory.asSlice(BraidHeader.BYTES + extension, max));
    return commit(slot, FrameType.DONE, extension, length);
  }

  /**
   * Says a frame of which no more than one is out; for as long as nobody knows that the peer has
   * it, again in the sequence that it has.
   *
   * @return its sequence; negative if it cannot be said now: it is under way, or as {@link #send}
   */
  long say(StandingFrame frame, FrameWriter writer) {
    MessageSlot slot = frame.slot;
    if (slot == null || !frame.isOut()) {
      long sequence = send(frame.type, Tier.RECEIPT, writer);
      if (sequence >= 0) {
        frame.slot = bySequence[index(sequence)];
        frame.sequence = sequence;
      }
      return sequence;
    }
    if (core.failure.failed() || !slot.isOver()) {
      return core.failure.failed() ? Braid.CLOSED : Braid.BACK_PRESSURED;
    }
    kept--;
    fill(slot, frame.type, 0, writer.write(slot.plainFrame));
    return slot.sequence;
  }

  /** Whether the latest frame has arrived, but another copy still uses its slot. */
  boolean hasArrivedWithOpenCopies(StandingFrame frame) {
    MessageSlot slot = frame.slot;
    return slot != null && frame.isOut() && slot.done && slot.openCopies > 0;
  }

  /** The one of this place, made when it is first wanted. */
  private MessageSlot slot(int index) {
    MessageSlot slot = slots[index];
    if (slot == null) {
      slot = new MessageSlot(index, region, core.config, core.capabilities.maxInlineBytes());
      slots[index] = slot;
    }
    return slot;
  }

  private long refusal(Tier tier) {
    if (core.failure.failed()) {
      return Braid.CLOSED;
    }
    if (admits(tier)) {
      return 0;
    }
    boolean credit = !credits.hasMoreThan(reserve(tier));
    core.counters.increment(credit ? Counter.CREDIT_EXHAUSTED : Counter.SLOTS_EXHAUSTED);
    normalBlocked |= tier == Tier.NORMAL;
    controlBlocked |= tier == Tier.CONTROL;
    return Braid.BACK_PRESSURED;
  }

  private boolean admits(Tier tier) {
    int reserve = reserve(tier);
    return credits.hasMoreThan(reserve) && freeCount > reserve;
  }

  /** What is out of questions and answers needs no room any more. */
  private int reserve(Tier tier) {
    int out = (question.isOut() ? 1 : 0) + (answer.isOut() ? 1 : 0);
    return tier.reserve(core.config, strands.size()) - (tier == Tier.CREDIT ? out : 0);
  }

  /** Whether a user that was answered BACK_PRESSURED should be told; true once. */
  boolean becameWritable() {
    boolean writable =
        (normalBlocked && admits(Tier.NORMAL)) || (controlBlocked && admits(Tier.CONTROL));
    if (writable) {
      normalBlocked = false;
      controlBlocked = false;
    }
    return writable;
  }

  private long commit(MessageSlot slot, FrameType type, int extensionBytes, int frameBytes) {
    if (frameBytes < 0 || frameBytes > maxFrameBytes(core.config)) {
      throw new IllegalArgumentException("a frame of " + frameBytes + " bytes");
    }
    freeCount--;
    slot.sequence = credits.take();
    slot.received = false;
    bySequence[index(slot.sequence)] = slot;
    mattersTo = type.matters() ? slot.sequence + 1 : mattersTo;
    slot.vital = type.vital();
    vitals += slot.vital ? 1 : 0;
    slot.inUse = true;
    fill(slot, type, extensionBytes, frameBytes);
    return slot.sequence;
  }

  private void fill(MessageSlot slot, FrameType type, int extensionBytes, int frameBytes) {
    slot.length = BraidHeader.BYTES + extensionBytes + frameBytes;
    slot.begin();
    slot.acknowledgedBy = null;
    header.typeCode = type.code();
    header.extensionBytes = extensionBytes;
    header.frameBytes = frameBytes;
    header.sequence = slot.sequence;
    header.creditLimit = credits.advertise();
    header.write(slot.memory, 0);
    core.counters.increment(Counter.MESSAGES_SENT);
    postOrQueue(slot);
  }

  private void postOrQueue(MessageSlot slot) {
    boolean nobodyWaits =
        urgent.isEmpty() && (slot.vital || (replays.isEmpty() && fresh.isEmpty()));
    if (!nobodyWaits || !post(slot)) {
      enqueue(slot, slot.vital ? urgent : fresh);
    }
  }

  private void enqueue(MessageSlot slot, LongRing queue) {
    slot.queued = true;
    queue.add(slot.index);
    core.dirty = true;
  }

  private boolean post(MessageSlot slot) {
    Strand strand = scheduler.choose(slot, 0);
    while (strand != null && !poster.post(strand, slot)) {
      strand = scheduler.choose(slot, 0);
    }
    if (strand == null) {
      return false;
    }
    extraCopies += extra(slot.openCopies, slot.done) - extra(slot.openCopies - 1, slot.done);
    if (slot.copiesMade > 1) {
      core.counters.increment(Counter.MESSAGE_REPLAYS);
    }
    core.counters.increment(Counter.SENDS);
    core.counters.add(Counter.SEND_BYTES, slot.length);
    strand.path.stats.add(PathStats.SENT, slot.length, strand.path.rebuilt());
    return true;
  }

  /** Posts what waits. */
  int pump() {
    int posted = drain(urgent);
    posted += drain(replays);
    return posted + drain(fresh);
  }

  /** A postponed copy goes to the end: those behind it may need no further receive of the peer. */
  private int drain(LongRing queue) {
    int posted = 0;
    for (int left = queue.size(); left > 0 && !core.failure.failed(); left--) {
      MessageSlot slot = slot((int) queue.get(0));
      boolean postponed = !slot.done && postponed(slot);
      if (!postponed && !slot.done && !post(slot)) {
        break;
      }
      queue.drop(1);
      if (postponed) {
        queue.add(slot.index);
      } else {
        posted++;
        slot.queued = false;
        settle(slot);
      }
    }
    return posted;
  }

  /**
   * A further copy would be one more than the peer keeps receives for. The copy that its window
   * waits for does not wait for a fence, if there may be no credits left for that.
   */
  private boolean postponed(MessageSlot slot) {
    boolean most = slot.openCopies > 0 && extraCopies >= core.config.replayMessages();
    if (most && !slot.vital && !(isRunningOut() && isOldest(slot))) {
      core.counters.increment(Counter.REPLAYS_POSTPONED);
      return true;
    }
    return false;
  }

  /** Whether what heals the braid is about to use the last credits or slots. */
  private boolean isRunningOut() {
    int left = reserve(Tier.CONTROL);
    return !credits.hasMoreThan(left) || freeCount <= left;
  }

  /** Whether all before it have arrived. */
  private boolean isOldest(MessageSlot slot) {
    long oldest = receivedTo;
    while (oldest < slot.sequence && bySequence[index(oldest)].done) {
      oldest++;
    }
    return oldest == slot.sequence;
  }

  /** Copies that take a receive of the peer besides the one that every message takes. */
  private static int extra(int openCopies, boolean done) {
    return Math.max(0, openCopies - (done ? 0 : 1));
  }

  /** Whether second copies wait for a strand. */
  boolean hasSecondCopies() {
    return !replays.isEmpty();
  }

  int extraCopies() {
    return extraCopies;
  }

  /** A copy succeeded: the transport says that the peer has it. */
  void onArrived(MessageSlot slot, Strand strand) {
    slot.acknowledgedBy = strand;
    slot.acknowledgedNanos = core.nowNanos;
    extraCopies += extra(slot.openCopies, true) - extra(slot.openCopies + 1, slot.done);
    slot.done = true;
    settle(slot);
  }

  /** A lost copy can do nothing any more. */
  void onEnded(MessageSlot slot) {
    extraCopies += extra(slot.openCopies, slot.done) - extra(slot.openCopies + 1, slot.done);
    settle(slot);
  }

  private void settle(MessageSlot slot) {
    if (!slot.isOver()) {
      return;
    }
    if (slot.received) {
      slot.inUse = false;
      slot.acknowledgedBy = null;
      free[freeCount++] = slot.index;
    } else {
      kept++;
    }
  }

  private int index(long sequence) {
    return (int) sequence & bySequence.length - 1;
  }

  /** The peer has all before this sequence, as it says itself. */
  void received(long endSequence) {
    for (; receivedTo < endSequence; receivedTo++) {
      MessageSlot slot = bySequence[index(receivedTo)];
      kept -= slot.isOver() ? 1 : 0;
      slot.received = true;
      if (!slot.done) { // The lifeline brought it.
        extraCopies += extra(slot.openCopies, true) - extra(slot.openCopies, false);
        slot.done = true;
      }
      settle(slot);
    }
  }

  /** Every sequence below it the peer has, as it says itself. */
  long receivedTo() {
    return receivedTo;
  }

  /** Whether the peer has not told of something that somebody waits for. */
  boolean awaitsReceipt() {
    return receivedTo < mattersTo;
  }

  /** Whether the lifeline may have brought the oldest message that the peer has not told of. */
  boolean hasRelayedOldest() {
    return relayedTo > receivedTo;
  }

  /** Whether slots run out for want of the peer's word. */
  boolean keepsTooMany() {
    return kept >= (slots.length - reserve(Tier.NORMAL)) * 3 / 4;
  }

  /**
   * When the oldest message that the peer has not confirmed was acknowledged by the transport;
   * {@link #NOT_ACKNOWLEDGED} if it was not, or if the peer has confirmed all.
   */
  long oldestAcknowledgedNanos() {
    if (receivedTo >= credits.next()) {
      return NOT_ACKNOWLEDGED;
    }
    MessageSlot slot = bySequence[index(receivedTo)];
    return slot.done ? slot.acknowledgedNanos : NOT_ACKNOWLEDGED;
  }

  /** Whether all of a message is over but the peer's word for it, since before some time. */
  boolean isAcknowledged(long sequence, long beforeNanos) {
    if (sequence < receivedTo || sequence >= credits.next()) {
      return false;
    }
    MessageSlot slot = bySequence[index(sequence)];
    return slot.isOver() && slot.acknowledgedNanos <= beforeNanos;
  }

  /** By which strand; it may be over. Of one that {@link #isAcknowledged}. */
  @Nullable
  Strand acknowledgedBy(long sequence) {
    return bySequence[index(sequence)].acknowledgedBy;
  }

  /** Another copy of a message that {@link #isAcknowledged}, and that the peer does not have. */
  void sendAgain(long sequence) {
    MessageSlot slot = bySequence[index(sequence)];
    kept--;
    slot.done = false;
    enqueue(slot, slot.vital ? urgent : replays);
  }

  /** Second copies of everything on this strand that is not known to have arrived. */
  void replay(Strand strand) {
    for (Copy copy = strand.oldest; copy != null; copy = copy.next) {
      if (copy.work instanceof MessageSlot slot && slot.orphaned()) {
        enqueue(slot, slot.vital ? urgent : replays);
      }
    }
  }

  /**
   * A second copy of a message whose first one is suspected to be lost.
   *
   * @return false: the peer may run out of receives
   */
  boolean hedge(MessageSlot slot) {
    if (extraCopies + replays.size() >= core.config.replayMessages()) {
      return false;
    }
    enqueue(slot, slot.vital ? urgent : replays);
    return true;
  }

  /** Own messages so far that heal the braid. */
  long vitals() {
    return vitals;
  }

  /** Hands what heals the braid, and has not arrived, to the lifeline. */
  int relayVital() {
    int relayed = 0;
    for (MessageSlot slot : slots) {
      if (slot != null && slot.inUse && slot.vital && !slot.done) {
        relay(slot);
        relayed++;
      }
    }
    return relayed;
  }

  /**
   * Hands the oldest messages that the peer misses to the lifeline, too, if what heals the braid is
   * about to use the last credits or slots: it takes some each time that a strand fails, and the
   * peer's window does not slide past what is missing.
   *
   * @return how many
   */
  int relayOldest() {
    if (!isRunningOut()) {
      return 0;
    }
    int relayed = 0;
    int bytes = 0;
    relayedTo = receivedTo;
    for (; relayedTo < credits.next(); relayedTo++) {
      MessageSlot slot = bySequence[index(relayedTo)];
      if (!slot.vital && !slot.done) {
        bytes += slot.length;
        if (bytes > MOST_RELAYED_BYTES || slot.length > Braid.MAX_LIFELINE_FRAME_BYTES) {
          break;
        }
        relay(slot);
        relayed++;
      }
    }
    return relayed;
  }

  private void relay(MessageSlot slot) {
    byte[] frame = new byte[slot.length];
    slot.memory.asByteBuffer().get(frame);
    core.counters.increment(Counter.LIFELINE_FRAMES);
    core.listener.sendOnLifeline(frame);
  }

  /** Slots in use, but for those that wait for the peer's word. */
  int used() {
    return slots.length - freeCount - kept;
  }
}
