// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/**
 * One address of this engine; its index is that of the verbs port.
 *
 * @param address where its packets come from and go to
 * @param receivePort UDP port of its receive socket, 1 to 65,535
 * @param mtuBytes largest payload of a packet on this link: a multiple of 64, 256 to 8,192
 */
public record LocalPort(IpAddress address, int receivePort, int mtuBytes) {
  /** The smallest of {@link #mtuBytes}, by the IBTA. */
  public static final int LEAST_MTU_BYTES = Bounds.LEAST_MTU_BYTES;

  /** The largest of the IBTA's, which are powers of two. */
  public static final int MOST_IBTA_MTU_BYTES = Bounds.MOST_IBTA_MTU_BYTES;

  /** The largest, between two Sennit ends. */
  public static final int MOST_MTU_BYTES = Bounds.MOST_MTU_BYTES;

  /** All are multiples of it. */
  public static final int MTU_UNIT_BYTES = Bounds.MTU_UNIT_BYTES;

  public LocalPort {
    Bounds.checkUdpPort(receivePort);
    Bounds.checkMtu(mtuBytes);
  }
}
