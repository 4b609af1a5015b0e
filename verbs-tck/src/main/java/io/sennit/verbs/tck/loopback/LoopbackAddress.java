// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import java.nio.ByteBuffer;

/** A queue pair's address: a magic number and the queue pair number, big-endian. */
final class LoopbackAddress {
  private static final int MAGIC = 0x534e4c51;

  private LoopbackAddress() {}

  static byte[] encode(int number) {
    return ByteBuffer.allocate(2 * Integer.BYTES).putInt(MAGIC).putInt(number).array();
  }

  static int decode(byte[] address) {
    if (address.length != 2 * Integer.BYTES) {
      throw new IllegalArgumentException("address has " + address.length + " bytes, not 8");
    }
    ByteBuffer bytes = ByteBuffer.wrap(address);
    int magic = bytes.getInt();
    int number = bytes.getInt();
    if (magic != MAGIC || number >>> LoopbackFabric.NUMBER_BITS != 0) {
      throw new IllegalArgumentException("not an address of this provider");
    }
    return number;
  }
}
