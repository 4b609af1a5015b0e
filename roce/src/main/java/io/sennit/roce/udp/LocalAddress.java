// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;

/**
 * An address that a port is opened on.
 *
 * @param interfaceName the interface that has it; empty if not known
 * @param mtuBytes largest RoCE payload that fits the link: 256 to 4,096
 */
record LocalAddress(IpAddress address, String interfaceName, int mtuBytes) {
  /** What a person calls the port. */
  String name() {
    return interfaceName.isEmpty() ? address.toString() : interfaceName + "/" + address;
  }
}
