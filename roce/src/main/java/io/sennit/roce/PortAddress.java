// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;

/** What the peer needs to know of a port that came later: 32 bytes, described in WIRE.md. */
final class PortAddress {
  private static final int MAGIC = 0x534e_5250;
  private static final int VERSION = 1;
  private static final int BYTES = 32;

  private PortAddress() {}

  static byte[] encode(RemotePort port) {
    return ByteBuffer.allocate(BYTES)
        .putInt(MAGIC)
        .put((byte) VERSION)
        .put((byte) 0)
        .putShort((short) port.receivePort())
        .putLong(port.address().high())
        .putLong(port.address().low())
        .putShort((short) port.mtuBytes())
        .putShort((short) 0)
        .putInt((int) Math.min(port.receiveBudgetBytes(), Integer.MAX_VALUE))
        .array();
  }

  /**
   * Reads untrusted bytes.
   *
   * @throws IllegalArgumentException in a sentence if they are no address, or nobody's
   */
  static RemotePort decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (bytes.length != BYTES || from.getInt() != MAGIC || from.get() != VERSION) {
      throw new IllegalArgumentException("these bytes are no port's address of version 1");
    }
    from.get();
    int receivePort = Short.toUnsignedInt(from.getShort());
    IpAddress address = new IpAddress(from.getLong(), from.getLong());
    int mtuBytes = Short.toUnsignedInt(from.getShort());
    from.getShort();
    if (address.isNobodys()) {
      throw new IllegalArgumentException("no port has the address " + address);
    }
    return new RemotePort(address, receivePort, mtuBytes, from.getInt());
  }
}
