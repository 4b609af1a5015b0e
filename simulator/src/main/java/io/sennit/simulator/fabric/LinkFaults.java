// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/**
 * What is wrong with one direction of a link, in packets per million.
 *
 * @param lostPpm lost, each by itself
 * @param bursts lost in bursts
 * @param doubledPpm that arrive twice
 * @param corruptedPpm with some bits flipped
 * @param heldPpm that arrive later than they should, after others that left later
 * @param heldNanos how much later at most
 * @param echoedPpm of which a copy arrives long after them
 * @param echoedNanos how much later at most
 */
public record LinkFaults(
    int lostPpm,
    Bursts bursts,
    int doubledPpm,
    int corruptedPpm,
    int heldPpm,
    long heldNanos,
    int echoedPpm,
    long echoedNanos) {
  /** Nothing. */
  public static final LinkFaults NONE = new LinkFaults(0, Bursts.NONE, 0, 0, 0, 0);

  private static final int MILLION = 1_000_000;

  /**
   * Gilbert and Elliott's model: a link is good or bad and changes at random with each packet.
   *
   * @param beginPpm chance that a good link goes bad
   * @param endPpm chance that a bad one recovers; positive if {@code beginPpm} is
   * @param lostPpm lost while it is bad
   */
  public record Bursts(int beginPpm, int endPpm, int lostPpm) {
    /** Never bad. */
    public static final Bursts NONE = new Bursts(0, MILLION, 0);

    public Bursts {
      check("beginPpm", beginPpm);
      check("endPpm", endPpm);
      check("lostPpm", lostPpm);
      if (endPpm == 0) {
        throw new IllegalArgumentException("a burst of losses has to end");
      }
    }
  }

  public LinkFaults {
    check("lostPpm", lostPpm);
    check("doubledPpm", doubledPpm);
    check("corruptedPpm", corruptedPpm);
    check("heldPpm", heldPpm);
    check("echoedPpm", echoedPpm);
    if (echoedNanos < 0 || (echoedPpm > 0 && echoedNanos == 0)) {
      throw new IllegalArgumentException(echoedPpm + " ppm echoed for " + echoedNanos + " ns");
    }
    if (heldNanos < 0 || (heldPpm > 0 && heldNanos == 0)) {
      throw new IllegalArgumentException(heldPpm + " ppm held for " + heldNanos + " ns");
    }
  }

  /** Without echoes. */
  public LinkFaults(
      int lostPpm, Bursts bursts, int doubledPpm, int corruptedPpm, int heldPpm, long heldNanos) {
    this(lostPpm, bursts, doubledPpm, corruptedPpm, heldPpm, heldNanos, 0, 0);
  }

  /** The same, but for what is lost by itself. */
  public LinkFaults withLost(int ppm) {
    return new LinkFaults(
        ppm, bursts, doubledPpm, corruptedPpm, heldPpm, heldNanos, echoedPpm, echoedNanos);
  }

  /** The same, but for bursts. */
  public LinkFaults withBursts(Bursts newBursts) {
    return new LinkFaults(
        lostPpm, newBursts, doubledPpm, corruptedPpm, heldPpm, heldNanos, echoedPpm, echoedNanos);
  }

  /** The same, but for what arrives twice at once. */
  public LinkFaults withDoubled(int ppm) {
    return new LinkFaults(
        lostPpm, bursts, ppm, corruptedPpm, heldPpm, heldNanos, echoedPpm, echoedNanos);
  }

  /** The same, but for flipped bits. */
  public LinkFaults withCorrupted(int ppm) {
    return new LinkFaults(
        lostPpm, bursts, doubledPpm, ppm, heldPpm, heldNanos, echoedPpm, echoedNanos);
  }

  /** The same, but for what arrives late. */
  public LinkFaults withHeld(int ppm, long nanos) {
    return new LinkFaults(
        lostPpm, bursts, doubledPpm, corruptedPpm, ppm, nanos, echoedPpm, echoedNanos);
  }

  /** The same, but for late copies. */
  public LinkFaults withEchoed(int ppm, long nanos) {
    return new LinkFaults(
        lostPpm, bursts, doubledPpm, corruptedPpm, heldPpm, heldNanos, ppm, nanos);
  }

  private static void check(String name, int ppm) {
    if (ppm < 0 || ppm > MILLION) {
      throw new IllegalArgumentException(name + " is 0 to " + MILLION + ", not " + ppm);
    }
  }

  /** Each packet is lost with this chance. */
  public static LinkFaults loss(int lostPpm) {
    return new LinkFaults(lostPpm, Bursts.NONE, 0, 0, 0, 0);
  }
}
