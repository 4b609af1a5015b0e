// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import java.util.List;
import java.util.function.Predicate;

/**
 * The faults of one route label, for requests of both directions ({@link LoopbackFabric#path}) or
 * of one domain only ({@link LoopbackDomain#path}). They concern what is posted from now on, and
 * what is still under way. Thread-safe.
 *
 * <p>What a fault leaves under way is a <em>late copy</em>: it is executed when the fault ends even
 * if the initiator's half went to ERROR or was destroyed meanwhile, until the responder's half is
 * destroyed. That is what packets in a real fabric do.
 */
public final class LoopbackPath {
  private static final int PACKET_BYTES = 1024;

  private final LoopbackFabric fabric;
  private final Predicate<LoopbackQueuePair> scope;
  private boolean holding;
  private boolean swallowing;
  private boolean holdingAcknowledgements;
  private boolean rereading;
  private int drops;
  private int lostCompletions;
  private int duplicates;
  private int displaced;
  private int refused;
  private long minLatencyNanos;
  private long maxLatencyNanos;
  private long bytesPerSecond;
  private long busyUntilNanos;

  LoopbackPath(LoopbackFabric fabric, Predicate<LoopbackQueuePair> scope) {
    this.fabric = fabric;
    this.scope = scope;
  }

  /** Requests stay under way until {@link #release}. */
  public void hold() {
    synchronized (fabric) {
      holding = true;
    }
  }

  /**
   * As {@link #hold}, but a request that its initiator gave up meanwhile is never executed: there
   * are no late copies.
   */
  public void blackHole() {
    synchronized (fabric) {
      swallowing = true;
    }
  }

  /** Ends hold, black hole and held acknowledgements; what was under way is executed now. */
  public void release() {
    synchronized (fabric) {
      holding = false;
      swallowing = false;
      holdingAcknowledgements = false;
      selected().forEach(LoopbackQueuePair::resume);
    }
  }

  /** Requests under way, late copies among them, duplicates not. */
  public int underWay() {
    synchronized (fabric) {
      return selected().stream().mapToInt(LoopbackQueuePair::underWay).sum();
    }
  }

  /** Executes at once, but completes only after {@link #release}. */
  public void holdAcknowledgements() {
    synchronized (fabric) {
      holdingAcknowledgements = true;
    }
  }

  /** The next requests never arrive: RETRY_EXCEEDED for them, flush for those behind. */
  public void dropNext(int requests) {
    synchronized (fabric) {
      drops = requests;
    }
  }

  /** The next requests are executed, but end in RETRY_EXCEEDED. */
  public void loseNextCompletions(int requests) {
    synchronized (fabric) {
      lostCompletions = requests;
    }
  }

  /**
   * As {@link #loseNextCompletions}, and a second copy of each is executed by
   * {@link #deliverDuplicates}. Atomics, ATOMIC_WRITE and FLUSH have no second copy, as responders
   * remember their answers.
   */
  public void duplicateNext(int requests) {
    synchronized (fabric) {
      duplicates = requests;
    }
  }

  /**
   * The next requests are acknowledged and never executed: what happens to one in whose place
   * somebody has put a packet of its own.
   */
  public void displaceNext(int requests) {
    synchronized (fabric) {
      displaced = requests;
    }
  }

  /**
   * The next requests are refused, and the peer knows nothing of it: somebody on the way has said
   * so in its name.
   */
  public void refuseNext(int requests) {
    synchronized (fabric) {
      refused = requests;
    }
  }

  /** Executes the second copies, newest first. */
  public void deliverDuplicates() {
    synchronized (fabric) {
      selected().forEach(LoopbackQueuePair::deliverDuplicates);
    }
  }

  /**
   * Whether what is executed late reads its source memory at that time, as a retransmission does,
   * and not at the post. Only for requests that their initiator has not given up by destruction.
   */
  public void rereadSource(boolean reread) {
    synchronized (fabric) {
      rereading = reread;
    }
  }

  /** Every initiator gives up: RETRY_EXCEEDED and flush, while held copies stay under way. */
  public void giveUp() {
    synchronized (fabric) {
      selected().forEach(LoopbackQueuePair::giveUp);
    }
  }

  /** All queue pairs go to ERROR, as after a fault of the port. */
  public void kill() {
    synchronized (fabric) {
      selected().forEach(LoopbackQueuePair::enterError);
    }
  }

  /**
   * Requests take a random time, in virtual nanoseconds that {@link LoopbackFabric#advance} lets
   * pass. Order on one queue pair is kept, order between queue pairs is not.
   */
  public void latency(long minNanos, long maxNanos) {
    synchronized (fabric) {
      minLatencyNanos = minNanos;
      maxLatencyNanos = maxNanos;
    }
  }

  /**
   * Bytes take time on the way, one after the other in each direction; a READ's on the way back.
   * Requests of one packet wait for nobody, as a line takes turns between queue pairs, though the
   * others wait for them. What is set for one domain goes before what is set for both directions.
   *
   * @param newBytesPerSecond 0: no time, as at the start
   */
  public void rate(long newBytesPerSecond) {
    synchronized (fabric) {
      bytesPerSecond = newBytesPerSecond;
    }
  }

  /** When the last of so many bytes, given to this direction now, is through. */
  long throughNanos(int bytes, LoopbackPath bothWays) {
    long rate = bytesPerSecond == 0 ? bothWays.bytesPerSecond : bytesPerSecond;
    long nowNanos = fabric.nowNanos();
    if (rate == 0) {
      return nowNanos;
    }
    long lineNanos = bytes * 1_000_000_000L / rate;
    busyUntilNanos = Math.max(busyUntilNanos, nowNanos) + lineNanos;
    return bytes <= PACKET_BYTES ? nowNanos + lineNanos : busyUntilNanos;
  }

  /** {@code destroy()} answers false so many times, for each queue pair that exists now. */
  public void freezeDestroy(int times) {
    synchronized (fabric) {
      selected().forEach(queuePair -> queuePair.freezeDestroy(times));
    }
  }

  private List<LoopbackQueuePair> selected() {
    return fabric.queuePairs(scope);
  }

  boolean isHolding() {
    return holding;
  }

  boolean isSwallowing() {
    return swallowing;
  }

  boolean isHoldingAcknowledgements() {
    return holdingAcknowledgements;
  }

  boolean isRereading() {
    return rereading;
  }

  Operation.Fate nextFate() {
    if (drops > 0) {
      drops--;
      return Operation.Fate.DROPPED;
    }
    if (lostCompletions > 0) {
      lostCompletions--;
      return Operation.Fate.COMPLETION_LOST;
    }
    if (duplicates > 0) {
      duplicates--;
      return Operation.Fate.DUPLICATED;
    }
    if (displaced > 0) {
      displaced--;
      return Operation.Fate.DISPLACED;
    }
    if (refused > 0) {
      refused--;
      return Operation.Fate.REFUSED;
    }
    return Operation.Fate.ARRIVES;
  }

  long nextLatencyNanos() {
    return minLatencyNanos + fabric.randomUpTo(maxLatencyNanos - minLatencyNanos);
  }
}
