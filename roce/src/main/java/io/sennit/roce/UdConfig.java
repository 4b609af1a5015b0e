// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How to create a queue pair for datagrams.
 *
 * @param localPort index of the {@link LocalPort} that it sends from and receives at
 * @param routeLabel which of the shell's routes its packets take
 * @param queueKey the Q_Key that a sender must show, all 32 bits
 * @param sendDepth datagrams that may wait to be sent, 1 to {@value #MOST_SEND_DEPTH}
 * @param management whether it is the port's queue pair 1, which management datagrams go to
 */
public record UdConfig(
    int localPort, int routeLabel, int queueKey, int sendDepth, boolean management) {
  /** Bound of {@code sendDepth}. */
  public static final int MOST_SEND_DEPTH = 1024;

  /** The Q_Key of every queue pair 1, IBTA's constant. */
  public static final int MANAGEMENT_QUEUE_KEY = 0x8001_0000;

  /** What management queue pairs of this process use. */
  public static final int MANAGEMENT_SEND_DEPTH = 64;

  public UdConfig {
    if (localPort < 0) {
      throw new IllegalArgumentException("there is no local port " + localPort);
    }
    if (sendDepth < 1 || sendDepth > MOST_SEND_DEPTH) {
      throw new IllegalArgumentException(
          "a send depth of " + sendDepth + " is not in 1 to " + MOST_SEND_DEPTH);
    }
    if (management && (queueKey != MANAGEMENT_QUEUE_KEY || sendDepth != MANAGEMENT_SEND_DEPTH)) {
      throw new IllegalArgumentException("queue pair 1 with a Q_Key of " + queueKey
          + " and a send depth of " + sendDepth + ", which are fixed");
    }
  }

  /** Queue pair 1 of a port. */
  public static UdConfig management(int localPort, int routeLabel) {
    return new UdConfig(localPort, routeLabel, MANAGEMENT_QUEUE_KEY, MANAGEMENT_SEND_DEPTH, true);
  }
}
