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
 * length u16, address.
 */
public final class StrandOffer {
  /** Longest address. */
  public static final int MAX_ADDRESS_BYTES = 64;

  /** Longest encoding. */
  public static final int MAX_ENCODED_BYTES = 14 + MAX_ADDRESS_BYTES;

  private final Path path;
  private final int epoch;
  private final byte[] address;

  /**
   * @param path as the offering side names it; ports 0 to 65,535
   * @param epoch the strand's life on this path
   * @param address of its queue pair, 0 to {@value #MAX_ADDRESS_BYTES} bytes
   */
  public StrandOffer(Path path, int epoch, byte[] address) {
    if (address.length > MAX_ADDRESS_BYTES) {
      throw new IllegalArgumentException("address of " + address.length + " bytes");
    }
    if (path.localPort() >>> 16 != 0 || path.remotePort() >>> 16 != 0) {
      throw new IllegalArgumentException("ports are 0 to 65535: " + path);
    }
    this.path = path;
    this.epoch = epoch;
    this.address = address.clone();
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

  int encodedBytes() {
    return MAX_ENCODED_BYTES - MAX_ADDRESS_BYTES + address.length;
  }

  /** Appends the encoding. */
  public void encode(ByteBuffer into) {
    into.putShort((short) path.localPort());
    into.putShort((short) path.remotePort());
    into.putInt(path.routeLabel());
    into.putInt(epoch);
    into.putShort((short) address.length);
    into.put(address);
  }

  /**
   * Reads one encoding.
   *
   * @throws IllegalArgumentException if malformed or cut short
   */
  public static StrandOffer decode(ByteBuffer from) {
    try {
      int localPort = Short.toUnsignedInt(from.getShort());
      int remotePort = Short.toUnsignedInt(from.getShort());
      Path path = new Path(localPort, remotePort, from.getInt());
      int epoch = from.getInt();
      int length = Short.toUnsignedInt(from.getShort());
      if (length > MAX_ADDRESS_BYTES) {
        throw new IllegalArgumentException("strand address of " + length + " bytes");
      }
      byte[] address = new byte[length];
      from.get(address);
      return new StrandOffer(path, epoch, address);
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("strand offer is cut short", cut);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StrandOffer that
        && path.equals(that.path)
        && epoch == that.epoch
        && Arrays.equals(address, that.address);
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
