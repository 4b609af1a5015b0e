// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * One side's half of a strand, for the other side to connect to. Immutable, safe from any thread.
 *
 * <p>Encoding, big-endian: local port u16, remote port u16, route label u32, epoch u32, address
 * length u16, address; then, if the strand can be probed, the same of its probes' queue pair; then,
 * if messages have one of their own, the same of that.
 */
public final class StrandOffer {
  /** Longest address. */
  public static final int MAX_ADDRESS_BYTES = 64;

  /** Longest encoding. */
  public static final int MAX_ENCODED_BYTES = 14 + MAX_ADDRESS_BYTES + 2 * (2 + MAX_ADDRESS_BYTES);

  private static final byte[] NONE = {};

  private final Path path;
  private final int epoch;
  private final Addresses addresses;

  /**
   * @param path as the offering side names it; ports 0 to 65,535
   * @param epoch the strand's life on this path
   * @param address of its queue pair, 0 to {@value #MAX_ADDRESS_BYTES} bytes
   */
  public StrandOffer(Path path, int epoch, byte[] address) {
    this(path, epoch, new Addresses(address, NONE, NONE));
  }

  StrandOffer(Path path, int epoch, Addresses addresses) {
    if (path.localPort() >>> 16 != 0 || path.remotePort() >>> 16 != 0) {
      throw new IllegalArgumentException("ports are 0 to 65535: " + path);
    }
    this.path = path;
    this.epoch = epoch;
    this.addresses = addresses;
  }

  /**
   * Of the queue pairs; what an offer holds is nobody else's.
   *
   * @param probes empty: the strand cannot be probed
   * @param messages empty: messages go with the probes
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by their content.
  record Addresses(byte[] data, byte[] probes, byte[] messages) {
    Addresses {
      checkAddress(data.length);
      checkAddress(probes.length);
      checkAddress(messages.length);
      if (probes.length == 0 && messages.length > 0) {
        throw new IllegalArgumentException("a strand for messages that cannot be probed");
      }
    }
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
    return addresses.data.clone();
  }

  int addressBytes() {
    return addresses.data.length;
  }

  /** Empty: the strand cannot be probed. */
  byte[] probeAddress() {
    return addresses.probes.clone();
  }

  /** Empty: messages go with the probes. */
  byte[] messageAddress() {
    return addresses.messages.clone();
  }

  int encodedBytes() {
    return 14 + addresses.data.length + further(addresses.probes) + further(addresses.messages);
  }

  private static int further(byte[] address) {
    return address.length == 0 ? 0 : 2 + address.length;
  }

  /** Appends the encoding. */
  public void encode(ByteBuffer into) {
    into.putShort((short) path.localPort());
    into.putShort((short) path.remotePort());
    into.putInt(path.routeLabel());
    into.putInt(epoch);
    put(into, addresses.data);
    for (byte[] further : List.of(addresses.probes, addresses.messages)) {
      if (further.length > 0) {
        put(into, further);
      }
    }
  }

  private static void put(ByteBuffer into, byte[] address) {
    into.putShort((short) address.length);
    into.put(address);
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
      byte[] probes = from.hasRemaining() ? decodeAddress(from) : NONE;
      byte[] messages = from.hasRemaining() ? decodeAddress(from) : NONE;
      return new StrandOffer(path, epoch, new Addresses(address, probes, messages));
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
        && Arrays.equals(addresses.data, that.addresses.data)
        && Arrays.equals(addresses.probes, that.addresses.probes)
        && Arrays.equals(addresses.messages, that.addresses.messages);
  }

  @Override
  public int hashCode() {
    return path.hashCode() * 31 + epoch;
  }

  @Override
  public String toString() {
    return "StrandOffer[" + path + ", epoch " + epoch + ", " + addresses.data.length + " bytes]";
  }
}
