// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.nio.ByteBuffer;

/**
 * What the peer needs to find a queue pair in this side's table.
 *
 * @param slot place in the table
 * @param number 24 bits
 */
record QueuePairAddress(int slot, int number) {
  private static final byte VERSION = 1;
  private static final int BYTES = 12;

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put(0, VERSION)
        .putInt(4, slot)
        .putInt(8, number)
        .array();
  }

  /** Unknown versions and lengths are refused; bytes 1 to 3 are reserved and ignored. */
  static QueuePairAddress decode(byte[] bytes) {
    if (bytes.length != BYTES || bytes[0] != VERSION) {
      throw new IllegalArgumentException(
          "not the address of a shared-memory queue pair: " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int slot = buffer.getInt(4);
    int number = buffer.getInt(8);
    if (slot < 0 || number < 0 || number > 0xffffff) {
      throw new IllegalArgumentException("queue pair " + number + " in slot " + slot);
    }
    return new QueuePairAddress(slot, number);
  }
}
