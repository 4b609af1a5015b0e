// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.QueuePairConfig;

/**
 * The DSCPs of what a braid sends, by which switches choose a queue for it. Where both are the same
 * messages have no queue pairs of their own.
 *
 * @param dataDscp of chunks and probes: a probe is to tell how long the queue of the chunks is, and
 *     whether they arrive. 0, best effort: networks set up for RoCE give 26 to a queue without loss
 *     that software cannot fill as a NIC may
 * @param controlDscp of messages, those that heal the braid included. 46, EF: what is seldom and
 *     must not wait (RFC 3246); Linux' own queues put it first, too, which they do not with CS6
 */
public record TrafficClasses(int dataDscp, int controlDscp) {
  /** What is used unless told otherwise. */
  public static final TrafficClasses STANDARD = new TrafficClasses(0, 46);

  /** Nothing goes before anything. */
  public static final TrafficClasses NONE = new TrafficClasses(0, 0);

  public TrafficClasses {
    check("dataDscp", dataDscp);
    check("controlDscp", controlDscp);
  }

  private static void check(String name, int dscp) {
    if (dscp < 0 || dscp > QueuePairConfig.MOST_DSCP) {
      throw new IllegalArgumentException(
          name + " is 0 to " + QueuePairConfig.MOST_DSCP + ", not " + dscp);
    }
  }

  /** Whether messages are told from chunks. */
  boolean differ() {
    return dataDscp != controlDscp;
  }
}
