// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;

/**
 * From where to where a request goes, as its fields and RDMA CM's header in the private data say.
 *
 * @param adapterId 64 bits that name the requesting adapter (its CA GUID)
 * @param source its address; of the same IP version as the destination
 * @param sourcePort its port number, not a UDP port
 */
record Origin(long adapterId, IpAddress source, IpAddress destination, int sourcePort) {
  /** Bytes of RDMA CM's header. */
  static final int BYTES = 36;

  private static final int IPV4_BYTES = 4;
  private static final int ADDRESS_BYTES = 16;

  /** Writes RDMA CM's header of version 0. */
  void write(ByteBuffer into) {
    into.put((byte) 0);
    into.put((byte) (source.isIpv4() ? 0x40 : 0x60));
    into.putShort((short) sourcePort);
    writeAddress(into, source);
    writeAddress(into, destination);
  }

  /** Unlike in a GID there is nothing in front of an IPv4 address. */
  private static void writeAddress(ByteBuffer into, IpAddress address) {
    byte[] bytes = address.bytes();
    into.put(new byte[ADDRESS_BYTES - bytes.length]).put(bytes);
  }

  /**
   * Reads RDMA CM's header.
   *
   * @throws IllegalArgumentException if it is of another version or IP version
   */
  static Origin read(ByteBuffer from, long adapterId) {
    int version = from.get();
    int ipVersion = (from.get() & 0xf0) >> 4;
    int port = Short.toUnsignedInt(from.getShort());
    if (version != 0 || (ipVersion != 4 && ipVersion != 6)) {
      throw new IllegalArgumentException(
          "RDMA CM of version " + version + " for IP version " + ipVersion);
    }
    IpAddress source = readAddress(from, ipVersion == 4);
    return new Origin(adapterId, source, readAddress(from, ipVersion == 4), port);
  }

  private static IpAddress readAddress(ByteBuffer from, boolean ipv4) {
    byte[] bytes = new byte[ipv4 ? IPV4_BYTES : ADDRESS_BYTES];
    from.position(from.position() + ADDRESS_BYTES - bytes.length);
    from.get(bytes);
    return IpAddress.of(bytes);
  }
}
