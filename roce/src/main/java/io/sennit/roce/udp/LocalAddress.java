// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.LocalPort;
import io.sennit.roce.wire.IpAddress;

/**
 * An address that a port is opened on.
 *
 * @param interfaceName the interface that has it; empty if not known
 * @param mtuBytes largest payload that fits the link, as of {@link LocalPort}
 */
record LocalAddress(IpAddress address, String interfaceName, int mtuBytes) {
  /** The same for peers that are not Sennit, which know powers of two. */
  LocalAddress foreign() {
    int known = Integer.highestOneBit(Math.min(mtuBytes, LocalPort.MOST_IBTA_MTU_BYTES));
    return new LocalAddress(address, interfaceName, known);
  }

  /** The same on a link that takes other packets. */
  LocalAddress withMtu(int newMtuBytes) {
    return new LocalAddress(address, interfaceName, newMtuBytes);
  }

  /** What a person calls the port. */
  String name() {
    return interfaceName.isEmpty() ? address.toString() : interfaceName + "/" + address;
  }
}
