// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/**
 * When a switch has its neighbours pause (priority flow control, IEEE 802.1Qbb, of one priority).
 * What has come in by a port and not left yet is counted for that port; above the one threshold the
 * neighbour there is told to stop, at the other to go on. Above the first there is headroom for
 * what is on its way meanwhile, so that nothing is lost.
 *
 * @param xoffBytes from how many on the neighbour stops; 0: never
 * @param xonBytes down to how many it waits then; not above {@code xoffBytes}
 */
public record PauseConfig(long xoffBytes, long xonBytes) {
  /** Neighbours are never asked to pause. */
  public static final PauseConfig NEVER = new PauseConfig(0, 0);

  /** From 64 KiB on, down to 48 KiB. */
  public static final PauseConfig STANDARD = new PauseConfig(64 << 10, 48 << 10);

  /** A pause frame, with preamble and gap. */
  static final int FRAME_BYTES = 84;

  /** The longest pause that one frame can ask for: 65,535 times 512 bits. */
  private static final long LONGEST_BYTES = 65_535L * 512 / Byte.SIZE;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  public PauseConfig {
    if (xoffBytes < 0 || xonBytes < 0 || xonBytes > xoffBytes) {
      throw new IllegalArgumentException(
          "pauses from " + xoffBytes + " bytes on, down to " + xonBytes);
    }
  }

  boolean pauses() {
    return xoffBytes > 0;
  }

  /**
   * What may still come by a link after it was to pause: what is under way during the pause frame's
   * way there and the last packet's way back, and the packets that had begun at either end, behind
   * which the frame waits and the pause begins.
   */
  static long headroomBytes(LinkConfig link) {
    double underWay = 2.0 * link.delayNanos() * link.rateBytesPerSecond() / NANOS_PER_SECOND;
    return (long) Math.ceil(underWay) + 3L * PacketPool.MOST_LINK_BYTES + FRAME_BYTES;
  }

  /** How long a pause holds that nobody renews. */
  static long longestNanos(LinkConfig link) {
    return Math.max(1, LONGEST_BYTES * NANOS_PER_SECOND / link.rateBytesPerSecond());
  }
}
