// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/**
 * Bounds of a {@link Pipe}.
 *
 * @param aheadPackets from the oldest that is missing to the newest that left; a power of two
 * @param retries timers in silence before it gives up
 */
public record PipeConfig(int aheadPackets, int retries) {
  /** Longest payload of a packet. */
  public static final int PAYLOAD_BYTES = 4_096;

  /** Of one flow: 4 MiB ahead; it never gives up before an experiment ends. */
  public static final PipeConfig FLOW = new PipeConfig(1_024, Integer.MAX_VALUE);

  private static final int MOST_AHEAD = 1 << 20;

  public PipeConfig {
    if (aheadPackets < 1 || aheadPackets > MOST_AHEAD || Integer.bitCount(aheadPackets) != 1) {
      throw new IllegalArgumentException(aheadPackets + " packets ahead");
    }
  }
}
