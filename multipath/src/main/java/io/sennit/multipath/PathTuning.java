// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How paths are measured, loaded, doubted and given up: every constant of it, and where it is from.
 *
 * @param rttGainShift a round trip counts 1/2^shift, its deviation twice that; 3 as in RFC 6298 and
 *     UCCL's path scoreboard
 * @param minRttWindowNanos how long a shortest round trip is believed; 10 s as in BBR
 * @param rateWindowRounds round trips over which the best delivery rate is kept; 10 as in BBR
 * @param pauseNanos a poll loop away for longer was stopped (a GC pause): the braid's own time
 *     stands still meanwhile, so that nobody is blamed, and what was measured is dropped; above any
 *     turn of a loop that has much to do
 * @param probeNanos shortest pause between probes of a silent path; else one round trip. 250 us: a
 *     cut is felt in 3 of them, and a path costs at most 4,000 empty packets a second
 * @param refreshNanos pause between probes of a busy path that answers anyway, for the round trip
 *     under load
 * @param idleProbeNanos pause between probes of a path with nothing to do
 * @param goodProbes answered in a row before a new strand carries traffic; 5 as NCCL's port
 *     recovery
 * @param missedProbes unanswered in a row before a path is given up
 * @param patienceNanos least silence that makes a path suspect; else 4 round trips and 4 deviations
 *     (RFC 6298's timer, and as much again for the peer's turn). 2 ms: a switch's queue that fills
 *     at once holds 1.7 ms of 2.5 Gbit/s in 512 KiB, and 1.3 ms of 25 Gbit/s in 4 MiB, and who
 *     waits in it is not lost; UCCL's timer of 0.5 ms has proved tight even on NICs. About 20 ms
 *     where the kernel moves the packets (rxe)
 * @param provingNanos the same for a new strand, whose round trip may be anything; as the pause
 *     before a rebuild
 * @param assumedRate bytes per second that an unmeasured path is given time for
 * @param hedgePercent of all bytes posted may be second copies of what is only suspected to be lost
 * @param hedgeBurstBytes and so many besides, or a young braid could not hedge at all
 * @param exploreEvery one chunk in so many goes to a path that is too slow to be used, so that it
 *     is known when it is not any more; 1 % as in MP-RDMA and Mooncake
 * @param slowFactor paths so many times slower than the best get nothing else; 4 as in UCX, and a
 *     quarter more since 4:1 is a common ratio of links and rates are measured
 * @param waitPercent how much worse waiting for a fast path may look once it is waited for; 25 as
 *     in ECF (beta)
 * @param sampleAbovePaths above so many paths the better of two random ones is taken instead of the
 *     best of all (power of two choices, as in UCCL)
 * @param queueTargetNanos least queueing delay that is aimed for; else one shortest round trip. 25
 *     us as in Swift on NICs
 * @param cutPercent how strongly delay above the target shrinks the window; 80 as in Swift (beta)
 * @param mostCutPercent most that one cut takes; 50 as in Swift (max_mdf)
 * @param aheadNanos chunks are posted for so long ahead, and for two of the shortest round trips,
 *     but two of them at least: what is posted stands in a queue when the path becomes slow, and
 *     what comes after it waits. 4 ms: some turns of the loop, and below the gap that a cut makes
 * @param controlBytes of messages that go beside the chunks of a strand, in a class of their own or
 *     with its probes; what is more goes with the chunks. 16 KiB: two of the largest messages, and
 *     at 500 Mbit/s a probe that waits for them is still answered within the least patience
 */
public record PathTuning(
    int rttGainShift,
    long minRttWindowNanos,
    int rateWindowRounds,
    long pauseNanos,
    long probeNanos,
    long refreshNanos,
    long idleProbeNanos,
    int goodProbes,
    int missedProbes,
    long patienceNanos,
    long provingNanos,
    long assumedRate,
    int hedgePercent,
    long hedgeBurstBytes,
    int exploreEvery,
    double slowFactor,
    int waitPercent,
    int sampleAbovePaths,
    long queueTargetNanos,
    int cutPercent,
    int mostCutPercent,
    long aheadNanos,
    int controlBytes) {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long LONGEST = Long.MAX_VALUE / 4;

  public PathTuning {
    within("rttGainShift", rttGainShift, 1, 8);
    within("minRttWindowNanos", minRttWindowNanos, 1, LONGEST);
    within("rateWindowRounds", rateWindowRounds, 1, 1000);
    within("pauseNanos", pauseNanos, 1, LONGEST);
    within("probeNanos", probeNanos, 1, LONGEST);
    within("refreshNanos", refreshNanos, 1, LONGEST);
    within("idleProbeNanos", idleProbeNanos, 1, LONGEST);
    within("goodProbes", goodProbes, 1, 1000);
    within("missedProbes", missedProbes, 1, Probe.MOST_UNANSWERED);
    within("patienceNanos", patienceNanos, 1, LONGEST);
    within("provingNanos", provingNanos, 1, LONGEST);
    within("assumedRate", assumedRate, 1, Long.MAX_VALUE);
    within("hedgePercent", hedgePercent, 0, 100);
    within("hedgeBurstBytes", hedgeBurstBytes, 0, LONGEST);
    within("exploreEvery", exploreEvery, 2, 1 << 20);
    within("slowFactor", (long) slowFactor, 1, 1 << 20);
    within("waitPercent", waitPercent, 0, 100);
    within("sampleAbovePaths", sampleAbovePaths, 2, 64);
    within("queueTargetNanos", queueTargetNanos, 1, LONGEST);
    within("cutPercent", cutPercent, 1, 100);
    within("mostCutPercent", mostCutPercent, 1, 100);
    within("aheadNanos", aheadNanos, 1, LONGEST);
    within("controlBytes", controlBytes, 0, 1 << 30);
  }

  /** What is used unless told otherwise. */
  public static PathTuning defaults() {
    return new PathTuning(
        3,
        10_000 * MILLI,
        10,
        5 * MILLI,
        250 * MICRO,
        10 * MILLI,
        1_000 * MILLI,
        5,
        3,
        2 * MILLI,
        100 * MILLI,
        10_000_000,
        5,
        1 << 20,
        100,
        5,
        25,
        16,
        25 * MICRO,
        80,
        50,
        4 * MILLI,
        16 << 10);
  }

  /** The same with another {@code patienceNanos}. */
  public PathTuning withPatience(long newPatienceNanos) {
    return new PathTuning(
        rttGainShift,
        minRttWindowNanos,
        rateWindowRounds,
        pauseNanos,
        probeNanos,
        refreshNanos,
        idleProbeNanos,
        goodProbes,
        missedProbes,
        newPatienceNanos,
        provingNanos,
        assumedRate,
        hedgePercent,
        hedgeBurstBytes,
        exploreEvery,
        slowFactor,
        waitPercent,
        sampleAbovePaths,
        queueTargetNanos,
        cutPercent,
        mostCutPercent,
        aheadNanos,
        controlBytes);
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
    }
  }
}
