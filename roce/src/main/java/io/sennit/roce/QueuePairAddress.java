// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import java.nio.ByteBuffer;

/**
 * What the peer needs to know of a queue pair: 20 bytes, described in WIRE.md.
 *
 * @param number 24 bits
 * @param firstPsn of its requests
 * @param mtuBytes the largest payload that it takes
 * @param sourcePort UDP port that its packets come from
 * @param maxReadAtomic READ requests and atomics that it answers at a time
 * @param features what it can do beyond IBTA's required part: bits of {@link Features}
 */
record QueuePairAddress(
    int number, int firstPsn, int mtuBytes, int sourcePort, int maxReadAtomic, int features) {
  private static final int MAGIC = 0x534e_5251;
  private static final int VERSION = 3;
  private static final int BYTES = 20;
  private static final int MULTICAST = 0xff_ffff;

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .putInt(MAGIC)
        .putInt((VERSION << 24) | number)
        .putInt(((mtuBytes / Bounds.MTU_UNIT_BYTES) << 24) | firstPsn)
        .putShort((short) sourcePort)
        .putShort((short) maxReadAtomic)
        .putInt(features)
        .array();
  }

  /**
   * Reads untrusted bytes.
   *
   * @throws IllegalArgumentException if they are no address
   */
  static QueuePairAddress decode(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes are no queue pair's address");
    }
    ByteBuffer from = ByteBuffer.wrap(bytes);
    int magic = from.getInt();
    int versionAndNumber = from.getInt();
    int mtuAndPsn = from.getInt();
    QueuePairAddress address = new QueuePairAddress(
        Psn.plus(versionAndNumber, 0),
        Psn.plus(mtuAndPsn, 0),
        (mtuAndPsn >>> 24) * Bounds.MTU_UNIT_BYTES,
        Short.toUnsignedInt(from.getShort()),
        Short.toUnsignedInt(from.getShort()),
        from.getInt());
    if (magic != MAGIC || versionAndNumber >>> 24 != VERSION || !address.isPlausible()) {
      throw new IllegalArgumentException("these bytes are no queue pair's address of version 3");
    }
    return address;
  }

  private boolean isPlausible() {
    Bounds.checkMtu(mtuBytes);
    Bounds.checkUdpPort(sourcePort);
    return number > 1 && number != MULTICAST && maxReadAtomic > 0;
  }
}
