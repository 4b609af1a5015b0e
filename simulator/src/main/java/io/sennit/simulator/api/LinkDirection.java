// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import java.time.Duration;

/**
 * One direction of a {@link Link}: what goes wrong in it, and what it has carried. Faults add up,
 * and each holds from the moment of virtual time in which it is set until it is set anew. Which
 * packets they hit comes from the fabric's seed.
 *
 * <p>Byte streams between hosts, which sessions use to begin and end, are cut, delayed and randomly
 * lost like packets, and retransmitted; no other fault affects them. Use it on the fabric's thread.
 * The fabric owns it.
 */
public final class LinkDirection {
  private static final int MILLION = 1_000_000;
  private static final int LEAST_MTU_BYTES = 576;
  private static final Duration MOST_DELAY = Duration.ofSeconds(10);
  private static final double MOST_IN_BURSTS = 0.5;

  private final io.sennit.simulator.fabric.Link link;
  private final VirtualTime time;
  private LinkSpec spec;
  private Duration extra = Duration.ZERO;
  private State state = State.WHOLE;

  /** Whether it is cut, and how. */
  enum State {
    WHOLE("whole"),
    CUT("cut"),
    SILENT("cut silently");

    private final String words;

    State(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  LinkDirection(io.sennit.simulator.fabric.Link link, LinkSpec spec, VirtualTime time) {
    this.link = link;
    this.spec = spec;
    this.time = time;
  }

  /** Source and destination, such as {@code client:0>server:0}: hosts with their port numbers. */
  public String name() {
    return link.name();
  }

  void become(LinkSpec newSpec) {
    reconfigure(newSpec, extra);
  }

  private void reconfigure(LinkSpec newSpec, Duration newExtra) {
    time.enter();
    Duration delay = newSpec.delay().plus(newExtra);
    if (newExtra.isNegative() || delay.compareTo(MOST_DELAY) > 0) {
      throw new IllegalArgumentException("a link with a delay of " + newSpec.delay() + " and "
          + newExtra + " more: give 0 to " + MOST_DELAY + " in all");
    }
    spec = newSpec;
    extra = newExtra;
    link.reconfigure(newSpec.config().withDelay(delay.toNanos()));
  }

  /**
   * Takes it down with all that is on it. The node that it begins at sees that; the one that it
   * leads to does not, and goes on sending the other way.
   *
   * @throws IllegalStateException if it is cut already
   */
  public void cut() {
    change(State.CUT);
    link.up(false);
  }

  /**
   * Drops everything from now on without telling anybody.
   *
   * @throws IllegalStateException if it is cut already
   */
  public void cutSilently() {
    change(State.SILENT);
    link.swallow(true);
  }

  private void change(State to) {
    time.enter();
    requireWhole();
    state = to;
  }

  void requireWhole() {
    if (isCut()) {
      throw new IllegalStateException(this + " is " + state.words + " already: restore() it first");
    }
  }

  /**
   * Ends a cut of either kind.
   *
   * @throws IllegalStateException if it is not cut
   */
  public void restore() {
    time.enter();
    if (!isCut()) {
      throw new IllegalStateException(this + " is not cut: there is nothing to restore");
    }
    state = State.WHOLE;
    link.up(true);
    link.swallow(false);
  }

  /** Whether it is cut, silently or not. */
  public boolean isCut() {
    return state != State.WHOLE;
  }

  State state() {
    return state;
  }

  /**
   * Drops packets at random, independently of each other.
   *
   * @param share of packets, 0 to 1; 0: none
   */
  public void lose(double share) {
    set(link.faults().withLost(ppm("lost", share)));
  }

  /**
   * Drops packets in bursts: several in a row, then none for a while (the Gilbert-Elliott model).
   *
   * @param share of packets on average, 0 to 0.5; 0: none
   * @param meanPackets how many a burst takes on average; 1 to 100,000
   */
  public void loseInBursts(double share, double meanPackets) {
    if (!(share >= 0 && share <= MOST_IN_BURSTS) || !(meanPackets >= 1 && meanPackets <= 100_000)) {
      throw new IllegalArgumentException("a share of " + share + " lost in bursts of " + meanPackets
          + " packets: give 0 to " + MOST_IN_BURSTS + " in bursts of 1 to 100000");
    }
    int endPpm = (int) Math.round(MILLION / meanPackets);
    int beginPpm = (int) Math.round(share * endPpm / (1 - share));
    if (share > 0 && beginPpm == 0) {
      throw new IllegalArgumentException("a share of " + share + " lost in bursts of " + meanPackets
          + " packets is less than a burst in a million packets: give more or shorter ones");
    }
    set(link.faults()
        .withBursts(
            share == 0
                ? LinkFaults.Bursts.NONE
                : new LinkFaults.Bursts(beginPpm, endPpm, MILLION)));
  }

  /**
   * Makes packets arrive twice.
   *
   * @param share of packets, 0 to 1; 0: none
   */
  public void duplicate(double share) {
    set(link.faults().withDoubled(ppm("duplicated", share)));
  }

  /**
   * Makes copies of packets arrive long after the originals.
   *
   * @param share of packets, 0 to 1; 0: none
   * @param most how much later; each by chance up to it, 1 ns to 10 s
   */
  public void duplicateLate(double share, Duration most) {
    requireLate(most);
    set(link.faults().withEchoed(ppm("duplicated", share), most.toNanos()));
  }

  private static void requireLate(Duration most) {
    if (!most.isPositive() || most.compareTo(MOST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "packets up to " + most + " late: give 1 ns to " + MOST_DELAY);
    }
  }

  /**
   * Flips one to three bits of a packet behind its IP and UDP headers, unseen by the link's own
   * checksum.
   *
   * @param share of packets, 0 to 1; 0: none
   */
  public void corrupt(double share) {
    set(link.faults().withCorrupted(ppm("corrupted", share)));
  }

  /**
   * Makes packets arrive late, behind packets that were sent after them.
   *
   * @param share of packets, 0 to 1; 0: none
   * @param most how much later; each by chance up to it, 1 ns to 10 s
   */
  public void reorder(double share, Duration most) {
    requireLate(most);
    set(link.faults().withHeld(ppm("reordered", share), most.toNanos()));
  }

  /**
   * Adds to the delay of the link's {@link LinkSpec}. Packets in flight are not affected.
   *
   * @param more 0 or more; 10 s with the delay of the link
   */
  public void delay(Duration more) {
    reconfigure(spec, more);
  }

  /**
   * Drops longer packets silently, like a hop with a smaller MTU.
   *
   * @param ipBytes 576 to 4,200
   */
  public void narrow(int ipBytes) {
    time.enter();
    if (ipBytes < LEAST_MTU_BYTES || ipBytes > LinkConfig.STANDARD.mtuBytes()) {
      throw new IllegalArgumentException("a link for packets of " + ipBytes + " bytes: give it "
          + LEAST_MTU_BYTES + " to " + LinkConfig.STANDARD.mtuBytes());
    }
    link.narrow(ipBytes);
  }

  /** Ends what {@link #narrow} began. */
  public void widen() {
    time.enter();
    link.narrow(io.sennit.simulator.fabric.Link.ALL);
  }

  private static int ppm(String what, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share of " + share + " " + what + ": give 0 to 1");
    }
    return (int) Math.round(share * MILLION);
  }

  private void set(LinkFaults faults) {
    time.enter();
    link.faults(faults);
  }

  /** What it has done so far. */
  public LinkCounters counters() {
    return LinkCounters.of(link);
  }

  @Override
  public String toString() {
    return name();
  }
}
