// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.roce.EngineConfig;

/**
 * What a host is.
 *
 * @param engine bounds of its RoCEv2 engine
 * @param turnNanos from one turn of its loop to the next while there is something to do, and from
 *     the arrival of a packet to the turn that sees it; positive
 * @param receiveBufferBytes of each port, for what comes while the loop is away
 * @param receiveShares into how many shares a receive buffer is divided; a peer may fill one
 * @param numbersSegments whether packets of a burst carry their position as IP identification, as
 *     where the kernel segments
 */
public record HostConfig(
    EngineConfig engine,
    long turnNanos,
    int receiveBufferBytes,
    int receiveShares,
    boolean numbersSegments) {
  /** A loop that turns every 2 us, 4 MiB for what comes, as a device has it. */
  public static final HostConfig STANDARD =
      new HostConfig(EngineConfig.STANDARD, 2_000, 4 << 20, 2, true);

  public HostConfig {
    if (turnNanos < 1 || receiveShares < 1 || receiveBufferBytes < receiveShares) {
      throw new IllegalArgumentException("a host of " + turnNanos + " ns a turn and "
          + receiveBufferBytes + " bytes in " + receiveShares + " shares");
    }
  }

  /** What one peer may have in flight towards a port. */
  long budgetBytes() {
    return receiveBufferBytes / receiveShares;
  }
}
