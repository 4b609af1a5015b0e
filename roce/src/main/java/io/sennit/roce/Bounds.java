// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** Checks of values that come from configuration or from a peer's rendezvous. */
final class Bounds {
  static final int LEAST_MTU_BYTES = 256;
  static final int MOST_IBTA_MTU_BYTES = 4096;

  /** Twice the IBTA's largest: two Sennit ends fill jumbo frames with half as many packets. */
  static final int MOST_MTU_BYTES = 8192;

  /** The IBTA knows powers of two only, which leave a third of an Ethernet frame unused. */
  static final int MTU_UNIT_BYTES = 64;

  private static final int BITS_24 = 0xff_ffff;

  private Bounds() {}

  static void checkUdpPort(int port) {
    if (port < 1 || port > 0xffff) {
      throw new IllegalArgumentException(port + " is no UDP port");
    }
  }

  static void checkQueuePair(int number) {
    if (number < 1 || number >= BITS_24) {
      throw new IllegalArgumentException(number + " is no queue pair of a peer");
    }
  }

  static void checkPsn(int psn) {
    if (psn < 0 || psn > BITS_24) {
      throw new IllegalArgumentException("a PSN of " + psn + " is not 24 bits");
    }
  }

  /** Of a path to a peer that is not Sennit. */
  static void checkIbtaMtu(int bytes) {
    if (bytes < LEAST_MTU_BYTES || bytes > MOST_IBTA_MTU_BYTES || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException("a path MTU of " + bytes + " bytes is none of IBTA's");
    }
  }

  static void checkMtu(int bytes) {
    if (bytes < LEAST_MTU_BYTES || bytes > MOST_MTU_BYTES || bytes % MTU_UNIT_BYTES != 0) {
      throw new IllegalArgumentException("a path MTU of " + bytes + " bytes is no multiple of "
          + MTU_UNIT_BYTES + " from " + LEAST_MTU_BYTES + " to " + MOST_MTU_BYTES);
    }
  }
}
