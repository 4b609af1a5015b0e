// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/**
 * One address of this engine; its index is that of the verbs port.
 *
 * @param address where its packets come from and go to
 * @param receivePort UDP port of its receive socket, 1 to 65,535
 * @param mtuBytes largest payload of a packet on this link: 256, 512, 1,024, 2,048 or 4,096
 */
public record LocalPort(IpAddress address, int receivePort, int mtuBytes) {
  public LocalPort {
    Bounds.checkUdpPort(receivePort);
    Bounds.checkMtu(mtuBytes);
  }
}
