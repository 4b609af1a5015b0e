// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Every bound of a braid. Both sides should use the same numbers; they need not.
 *
 * @param slotBytes a message's slot, header included; 1,024 to 65,536
 * @param windowMessages messages of the peer between the oldest missing one and the newest allowed
 *     one; a power of two, 128 to 4,096
 * @param sendSlots own messages that are not known to have arrived, or still have an unfinished
 *     copy; 128 to 4,096
 * @param controlReserve credits and slots that only {@link Lane#CONTROL} uses, 16 to 64; the braid
 *     itself has 4 more for each path, 52 at most
 * @param replayMessages messages whose copy was lost with a strand that is not fenced yet, before
 *     further second copies wait
 * @param maxPaths 1 to 64
 * @param chunkBytes least a transfer is split into
 * @param maxChunkBytes most, when much remains
 * @param chunksInFlight chunks posted and not completed, per strand; 1 to 256
 * @param maxTransfers transfers not released yet
 * @param maxLeases grants and loans not released yet, and releases of the peer's not yet sent
 * @param quarantineBytes bytes that wait for a fence; more end the session
 * @param rebuildMinNanos first pause before a strand is rebuilt
 * @param rebuildMaxNanos longest pause, for a path that has been gone for long; a sixteenth of the
 *     absence in between
 * @param silenceNanos how long the braid lives without a live strand, or with none that answers
 * @param retryNanos pause before something refused for the moment (destroy, deregister) is tried
 *     again
 * @param lifelineRepeatNanos pause before an unanswered frame goes over the lifeline again
 * @param scheduler by which rule the strand of the next piece is chosen
 * @param paths how paths are measured, loaded, doubted and given up
 * @param growth when further strands are opened, and rest
 * @param classes by which switches tell messages from chunks
 * @param intrusions what is done about packets that the peer has not sent
 */
public record BraidConfig(
    int slotBytes,
    int windowMessages,
    int sendSlots,
    int controlReserve,
    int replayMessages,
    int maxPaths,
    int chunkBytes,
    int maxChunkBytes,
    int chunksInFlight,
    int maxTransfers,
    int maxLeases,
    long quarantineBytes,
    long rebuildMinNanos,
    long rebuildMaxNanos,
    long silenceNanos,
    long retryNanos,
    long lifelineRepeatNanos,
    Scheduling scheduler,
    PathTuning paths,
    GrowthTuning growth,
    TrafficClasses classes,
    IntrusionTuning intrusions) {
  private static final long MILLI = 1_000_000;

  /** Of some strands, their estimates, and all that a braid has one of. */
  private static final long BASE_HEAP_BYTES = 64 << 10;

  /** Views of a slot and what the provider keeps of a receive. */
  private static final long RECEIVE_HEAP_BYTES = 200;

  /** Places in tables. */
  private static final long PLACE_HEAP_BYTES = 16;

  public BraidConfig {
    within("slotBytes", slotBytes, 1024, 65536);
    within("windowMessages", windowMessages, 128, 4096);
    within("sendSlots", sendSlots, 128, 4096);
    within("controlReserve", controlReserve, 16, 64);
    within("replayMessages", replayMessages, 1, 4096);
    within("maxPaths", maxPaths, 1, 64);
    within("chunkBytes", chunkBytes, 1, 1 << 30);
    within("maxChunkBytes", maxChunkBytes, chunkBytes, 1 << 30);
    within("chunksInFlight", chunksInFlight, 1, 256);
    within("maxTransfers", maxTransfers, 1, 1 << 20);
    within("maxLeases", maxLeases, 1, 1 << 20);
    within("quarantineBytes", quarantineBytes, 0, Long.MAX_VALUE);
    within("rebuildMinNanos", rebuildMinNanos, 1, Long.MAX_VALUE / 4);
    within("rebuildMaxNanos", rebuildMaxNanos, rebuildMinNanos, Long.MAX_VALUE / 4);
    within("silenceNanos", silenceNanos, 1, Long.MAX_VALUE / 4);
    within("retryNanos", retryNanos, 1, Long.MAX_VALUE / 4);
    within("lifelineRepeatNanos", lifelineRepeatNanos, 1, Long.MAX_VALUE / 4);
    if (Integer.bitCount(windowMessages) != 1) {
      throw new IllegalArgumentException("windowMessages is a power of two: " + windowMessages);
    }
  }

  /** What is used unless told otherwise. */
  public static BraidConfig defaults() {
    return new BraidConfig(
        8192,
        256,
        256,
        32,
        256,
        16,
        64 << 10,
        256 << 10,
        8,
        1024,
        4096,
        256L << 20,
        100 * MILLI,
        30_000 * MILLI,
        10_000 * MILLI,
        MILLI,
        100 * MILLI,
        Scheduling.EARLIEST_FINISH,
        PathTuning.defaults(),
        GrowthTuning.defaults(),
        TrafficClasses.STANDARD,
        IntrusionTuning.defaults());
  }

  /**
   * The longest pause before a path that comes and goes is used again. One stall comes in each:
   * with what is usual a hundredth of the time, while the path may be worth much more.
   */
  long rebuildSoonNanos() {
    return Math.min(10 * rebuildMinNanos, rebuildMaxNanos);
  }

  /** The same with another {@code silenceNanos}. */
  public BraidConfig withSilence(long newSilenceNanos) {
    return with(newSilenceNanos, new Choices(scheduler, paths, growth, classes, intrusions));
  }

  /** The same with other {@code paths}. */
  public BraidConfig withPaths(PathTuning newPaths) {
    return with(silenceNanos, new Choices(scheduler, newPaths, growth, classes, intrusions));
  }

  /** The same with other {@code growth}. */
  public BraidConfig withGrowth(GrowthTuning newGrowth) {
    return with(silenceNanos, new Choices(scheduler, paths, newGrowth, classes, intrusions));
  }

  /** The same with another {@code scheduler}. */
  public BraidConfig withScheduler(Scheduling newScheduler) {
    return with(silenceNanos, new Choices(newScheduler, paths, growth, classes, intrusions));
  }

  /** The same with other {@code classes}. */
  public BraidConfig withClasses(TrafficClasses newClasses) {
    return with(silenceNanos, new Choices(scheduler, paths, growth, newClasses, intrusions));
  }

  /** The same with other {@code intrusions}. */
  public BraidConfig withIntrusions(IntrusionTuning newIntrusions) {
    return with(silenceNanos, new Choices(scheduler, paths, growth, classes, newIntrusions));
  }

  /** What is no bound. */
  private record Choices(
      Scheduling scheduler,
      PathTuning paths,
      GrowthTuning growth,
      TrafficClasses classes,
      IntrusionTuning intrusions) {}

  private BraidConfig with(long newSilenceNanos, Choices choices) {
    return new BraidConfig(
        slotBytes,
        windowMessages,
        sendSlots,
        controlReserve,
        replayMessages,
        maxPaths,
        chunkBytes,
        maxChunkBytes,
        chunksInFlight,
        maxTransfers,
        maxLeases,
        quarantineBytes,
        rebuildMinNanos,
        rebuildMaxNanos,
        newSilenceNanos,
        retryNanos,
        lifelineRepeatNanos,
        choices.scheduler,
        choices.paths,
        choices.growth,
        choices.classes,
        choices.intrusions);
  }

  /**
   * Queue pairs at the same time: three for each path, and as many that are not destroyed yet by a
   * provider that takes its time.
   */
  public int maxQueuePairs() {
    return 6 * maxPaths;
  }

  /** Registered memory that the braid takes for its own slots, and for what atomics find. */
  public long slotMemoryBytes() {
    return (long) slotBytes * (sendSlots + receiveSlots()) + (long) Long.BYTES * maxTransfers;
  }

  /**
   * Heap that an idle braid holds once each of its slots has been used, queue pairs and queues of
   * the provider included; roughly, and rather too much.
   */
  public long heapBytes() {
    return BASE_HEAP_BYTES
        + RECEIVE_HEAP_BYTES * receiveSlots()
        + PLACE_HEAP_BYTES * ((long) sendSlots + maxTransfers);
  }

  /**
   * Receives that are kept posted: everything the peer may send, plus every second copy it may send
   * before the first one is fenced, so that no SEND ever meets an empty queue.
   */
  int receiveSlots() {
    return windowMessages + replayMessages + 4 * maxPaths;
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
    }
  }
}
