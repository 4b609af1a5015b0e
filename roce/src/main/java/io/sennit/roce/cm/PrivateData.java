// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Bytes of the application that ride on a message; immutable. The field on the wire has a fixed
 * length and is filled with zeros, so that the receiver gets all of it and has to know how much
 * means something.
 */
public final class PrivateData {
  /** None at all. */
  public static final PrivateData NONE = new PrivateData(new byte[0]);

  /** Most bytes with a request: 92, less the addresses that RDMA CM puts there. */
  public static final int REQUEST_BYTES = 56;

  /** Most bytes with a reply. */
  public static final int REPLY_BYTES = 196;

  /** Most bytes with a rejection. */
  public static final int REJECT_BYTES = 148;

  private final byte[] bytes;

  private PrivateData(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of some bytes. */
  public static PrivateData of(byte[] bytes) {
    return new PrivateData(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  PrivateData checked(int mostBytes) {
    if (bytes.length > mostBytes) {
      throw new IllegalArgumentException(
          bytes.length + " bytes of private data are more than " + mostBytes);
    }
    return this;
  }

  void write(ByteBuffer into) {
    into.put(bytes);
  }

  static PrivateData read(ByteBuffer from, int length) {
    byte[] bytes = new byte[length];
    from.get(bytes);
    return new PrivateData(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PrivateData that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
