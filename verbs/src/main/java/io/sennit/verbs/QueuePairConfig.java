// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * How to create a reliable-connected queue pair.
 *
 * @param path the route it uses for its whole life
 * @param sendCompletions where its work requests complete
 * @param receiveCompletions where receives that it consumes complete; may be the same queue
 * @param receives where its receives come from
 * @param sendDepth most outstanding work requests, 1 to {@link Capabilities#maxSendDepth}
 * @param dscp by which switches choose the queue of all that it sends, acknowledgements included: 0
 *     to {@value #MOST_DSCP}, the upper six bits of the traffic class of IBTA and IP. Says nothing
 *     where {@link Feature#TRAFFIC_CLASSES} is not offered
 */
public record QueuePairConfig(
    Path path,
    CompletionQueue sendCompletions,
    CompletionQueue receiveCompletions,
    SharedReceiveQueue receives,
    int sendDepth,
    int dscp) {
  /** The largest differentiated services code point. */
  public static final int MOST_DSCP = 63;

  public QueuePairConfig {
    if (dscp < 0 || dscp > MOST_DSCP) {
      throw new IllegalArgumentException("a DSCP is 0 to " + MOST_DSCP + ", not " + dscp);
    }
  }

  /** One of the class that nothing is said of. */
  public QueuePairConfig(
      Path path,
      CompletionQueue sendCompletions,
      CompletionQueue receiveCompletions,
      SharedReceiveQueue receives,
      int sendDepth) {
    this(path, sendCompletions, receiveCompletions, receives, sendDepth, 0);
  }
}
