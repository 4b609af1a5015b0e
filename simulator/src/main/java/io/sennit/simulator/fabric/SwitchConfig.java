// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/**
 * What the switches of a fabric are, besides what their links are.
 *
 * @param sharedBytes of all queues of a switch together; 0: each has its link's buffer for itself
 * @param alpha a queue may be so many times what is free: the dynamic threshold of Choudhury and
 *     Hahne (IEEE/ACM ToN 1998); above 0, meaningless without a shared buffer
 * @param trims whether a packet that finds no room loses its payload and goes on ahead of all
 *     others, as in NDP (SIGCOMM 2017) and Ultra Ethernet; who does not know such packets takes
 *     them for spoiled
 * @param pauses when neighbours are asked to pause; with it queues have no bounds of their own, so
 *     that it goes neither with a shared buffer nor with trimming
 */
public record SwitchConfig(long sharedBytes, double alpha, boolean trims, PauseConfig pauses) {
  /** Buffers of their own for all links, and what finds no room is lost. */
  public static final SwitchConfig PLAIN = new SwitchConfig(0, 1, false, PauseConfig.NEVER);

  private static final double MOST_ALPHA = 1_024;

  public SwitchConfig {
    if (sharedBytes < 0 || !(alpha > 0 && alpha <= MOST_ALPHA)) {
      throw new IllegalArgumentException(
          "a switch that shares " + sharedBytes + " bytes with an alpha of " + alpha);
    }
    if (pauses.pauses() && (sharedBytes > 0 || trims)) {
      throw new IllegalArgumentException(
          "a switch that has its neighbours pause shares no buffer and trims nothing");
    }
  }

  /** The same with a shared buffer. */
  public SwitchConfig sharing(long newSharedBytes, double newAlpha) {
    return new SwitchConfig(newSharedBytes, newAlpha, trims, pauses);
  }

  /** The same, and it trims. */
  public SwitchConfig trimming() {
    return new SwitchConfig(sharedBytes, alpha, true, pauses);
  }

  /** The same, and it has its neighbours pause. */
  public SwitchConfig pausing(PauseConfig newPauses) {
    return new SwitchConfig(sharedBytes, alpha, trims, newPauses);
  }
}
