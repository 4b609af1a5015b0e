// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** Receives shared by all queue pairs of a domain that were created with it. */
public interface SharedReceiveQueue {
  /**
   * Posts one receive. Its memory belongs to the provider until its completion, or until the domain
   * is closed.
   *
   * @param id returned by the completion
   * @param offsetBytes offset in the region
   * @param lengthBytes longest message that fits
   * @return POSTED, QUEUE_FULL or INVALID
   */
  PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes);

  /**
   * Posts one receive of several ranges, which a message fills from the first on.
   *
   * @param id returned by the completion
   * @param ranges at least one, at most {@link Capabilities#maxReceiveScatter}; the longest message
   *     that fits is as long as all together
   * @return POSTED, QUEUE_FULL or INVALID
   */
  PostStatus post(long id, ScatterGatherList ranges);

  /** Receives posted and not yet completed. */
  int posted();
}
