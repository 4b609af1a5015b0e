// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.List;

/**
 * What waits behind a token bucket, as in a switch with classes: packets of a DSCP of 40 and above
 * (CS5, EF, CS6, CS7) in a queue of their own, which goes first, all others in one that is as long.
 * The bucket has taken one packet already when it finds that it must wait, so that what goes first
 * waits for that one, as on a wire. Stateless.
 */
final class PriorityQueue {
  private static final String FIRST = "2:10";
  private static final String OTHERS = "2:20";

  private PriorityQueue() {}

  /**
   * Commands of {@code tc}.
   *
   * @param bucket the class of the token bucket
   * @param queueBytes of each queue
   */
  static List<String> below(String device, String bucket, int queueBytes) {
    String add = " add dev " + device + " parent ";
    return List.of(
        // Nothing but an order: its own rates are far above any bucket's.
        "qdisc" + add + bucket + " handle 2: htb default 20",
        "class" + add + "2: classid " + FIRST + " htb rate 10gbit burst 100k cburst 100k prio 0",
        "class" + add + "2: classid " + OTHERS + " htb rate 10gbit burst 100k cburst 100k prio 1",
        "qdisc" + add + FIRST + " bfifo limit " + queueBytes,
        "qdisc" + add + OTHERS + " bfifo limit " + queueBytes,
        first(add, "0xa0 0xe0"), // CS5 and EF.
        first(add, "0xc0 0xc0")); // CS6 and CS7.
  }

  private static String first(String add, String valueAndMask) {
    return "filter" + add + "2: protocol ip prio 1 u32 match ip dsfield " + valueAndMask
        + " flowid " + FIRST;
  }
}
