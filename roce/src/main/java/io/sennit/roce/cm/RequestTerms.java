// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * What the requesting end decides for both.
 *
 * @param mtuBytes the path MTU: 256, 512, 1,024, 2,048 or 4,096
 * @param ackTimeout how long the peer waits for an acknowledgement, 4.096 µs · 2^n, 0 to 31
 * @param retryCount how often it then repeats, 0 to 7
 */
public record RequestTerms(int mtuBytes, int ackTimeout, int retryCount) {
  private static final int LEAST_MTU_BYTES = 256;
  private static final int MOST_MTU_BYTES = 4096;
  private static final int MTU_SHIFT = 7;
  private static final int MOST_TIMEOUT = 31;
  private static final int MOST_RETRIES = 7;

  public RequestTerms {
    if (mtuBytes < LEAST_MTU_BYTES
        || mtuBytes > MOST_MTU_BYTES
        || Integer.bitCount(mtuBytes) != 1) {
      throw new IllegalArgumentException("a path MTU of " + mtuBytes + " bytes is none of IBTA's");
    }
    if (ackTimeout < 0 || ackTimeout > MOST_TIMEOUT) {
      throw new IllegalArgumentException("an ack time-out of " + ackTimeout + " is not 0 to 31");
    }
    if (retryCount < 0 || retryCount > MOST_RETRIES) {
      throw new IllegalArgumentException(retryCount + " retries are not 0 to 7");
    }
  }

  /** IBTA's code of the MTU: 1 for 256 to 5 for 4,096. */
  int mtuCode() {
    return mtuCode(mtuBytes);
  }

  static int mtuCode(int bytes) {
    return Integer.numberOfTrailingZeros(bytes) - MTU_SHIFT;
  }

  /** The MTU of a code; for a code that is none a number that the constructor refuses. */
  static int mtuBytes(int code) {
    return 1 << (code + MTU_SHIFT);
  }
}
