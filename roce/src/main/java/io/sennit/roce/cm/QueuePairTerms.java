// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;

/**
 * What one end says of its queue pair.
 *
 * @param queuePair its number, 2 to 2^24 - 2
 * @param startingPsn that it expects: the peer sends its first request with it; 24 bits
 * @param responderResources READs and atomics that it answers at a time, 0 to 255
 * @param initiatorDepth READs and atomics that it may ask for at a time, 0 to 255
 * @param rnrRetryCount how often the peer may try again where this side has no receive, 0 to 7; 7
 *     is for ever
 */
public record QueuePairTerms(
    int queuePair, int startingPsn, int responderResources, int initiatorDepth, int rnrRetryCount) {
  private static final int BITS_24 = 0xff_ffff;
  private static final int MOST_READS = 255;
  private static final int MOST_RETRIES = 7;

  public QueuePairTerms {
    if (queuePair < 2 || queuePair >= BITS_24) {
      throw new IllegalArgumentException(queuePair + " is no queue pair that can be connected");
    }
    if (startingPsn < 0 || startingPsn > BITS_24) {
      throw new IllegalArgumentException("a PSN of " + startingPsn + " is not 24 bits");
    }
    if ((responderResources | initiatorDepth) < 0
        || responderResources > MOST_READS
        || initiatorDepth > MOST_READS) {
      throw new IllegalArgumentException("READs at a time, " + responderResources + " answered and "
          + initiatorDepth + " asked for, are not 0 to 255");
    }
    if (rnrRetryCount < 0 || rnrRetryCount > MOST_RETRIES) {
      throw new IllegalArgumentException(rnrRetryCount + " retries are not 0 to 7");
    }
  }

  static int high24(ByteBuffer from, int at) {
    return from.getInt(at) >>> 8;
  }

  static int low8(ByteBuffer from, int at) {
    return from.get(at) & 0xff;
  }
}
