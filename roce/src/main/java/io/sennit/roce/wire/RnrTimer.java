// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

/** The 32 waiting times of a receiver-not-ready answer. */
public final class RnrTimer {
  /** In units of 10 microseconds, by code. */
  private static final int[] TENS_OF_MICROS = {
    65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768, 49_152
  };

  private static final long NANOS_PER_UNIT = 10_000;

  private RnrTimer() {}

  /**
   * The time of a code.
   *
   * @param code 0 to 31
   */
  public static long nanos(int code) {
    return TENS_OF_MICROS[code] * NANOS_PER_UNIT;
  }
}
