// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One side's half of a strand, for the other side to connect to. Immutable, safe from any thread.
 *
 * <p>Encoding, big-endian: local port u16, remote port u16, route label u32, epoch u32, address
 * length u16, address; then, if the strand can be probed, the same of its probes' queue pair.
 */
public final class StrandOffer {
  /** Longest address. */
  public static final int MAX_ADDRESS_BYTES = 64;

  /** Longest encoding. */
  public static final int MAX_ENCODED_BYTES = 14 + MAX_ADDRESS_BYTES + 2 + MAX_ADDRESS_BYTES;

  private final Path path;
  private final int epoch;
  private final byte[] address;
  private final byte[] probeAddress;

  /**
   * @param path as the offering side names it; ports 0 to 65,535
   * @param epoch the strand's life on this path
   * @param address of its queue pair, 0 to {@value #MAX_ADDRESS_BYTES} bytes
   */
  public StrandOffer(Path path, int epoch, byte[] address) {
    this(path, epoch, address, new byte[0]);
  }

  /** The same of a strand that can be probed, if {@code probeAddress} is not empty. */
  StrandOffer(Path path, int epoch, byte[] address, byte[] probeAddress) {
    checkAddress(address.length);
    checkAddress(probeAddress.length);
    if (path.localPort() >>> 16 != 0 || path.remotePort() >>> 16 != 0) {
      throw new IllegalArgumentException("ports are 0 to 65535: " + path);
    }
    this.path = path;
    this.epoch = epoch;
    this.address = address.clone();
    this.probeAddress = probeAddress.clone();
  }

  private static void checkAddress(int length) {
    if (length > MAX_ADDRESS_BYTES) {
      throw new IllegalArgumentException("strand address of " + length + " bytes");
    }
  }

  public Path path() {
    return path;
  }

  public int epoch() {
    return epoch;
  }

  public byte[] address() {
    return address.clone();
  }

  int addressBytes() {
    return address.length;
  }

  /** Empty: the strand cannot be probed. */
  byte[] probeAddress() {
    return probeAddress.clone();
  }

  int encodedBytes() {
    int probeBytes = probeAddress.length == 0 ? 0 : 2 + probeAddress.length;
    return 14 + address.length + probeBytes;
  }

  /** Appends the encoding. */
  public void encode(ByteBuffer into) {
    into.putShort((short) path.localPort());
    into.putShort((short) path.remotePort());
    into.putInt(path.routeLabel());
    into.putInt(epoch);
    into.putShort((short) address.length);
    into.put(address);
    if (probeAddress.length > 0) {
      into.putShort((short) probeAddress.length);
      into.put(probeAddress);
    }
  }

  /**
   * Reads one encoding, to the end of the buffer if there is more.
   *
   * @throws IllegalArgumentException if malformed or cut short
   */
  public static StrandOffer decode(ByteBuffer from) {
    try {
      int localPort = Short.toUnsignedInt(from.getShort());
      int remotePort = Short.toUnsignedInt(from.getShort());
      Path path = new Path(localPort, remotePort, from.getInt());
      int epoch = from.getInt();
      byte[] address = decodeAddress(from);
      byte[] probeAddress = from.hasRemaining() ? decodeAddress(from) : new byte[0];
      return new StrandOffer(path, epoch, address, probeAddress);
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("strand offer is cut short", cut);
    }
  }

  private static byte[] decodeAddress(ByteBuffer from) {
    int length = Short.toUnsignedInt(from.getShort());
    checkAddress(length);
    byte[] address = new byte[length];
    from.get(address);
    return address;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StrandOffer that
        && path.equals(that.path)
        && epoch == that.epoch
        && Arrays.equals(address, that.address)
        && Arrays.equals(probeAddress, that.probeAddress);
  }

  @Override
  public int hashCode() {
    return path.hashCode() * 31 + epoch;
  }

  @Override
  public String toString() {
    return "StrandOffer[" + path + ", epoch " + epoch + ", " + address.length + " bytes]";
  }
}
