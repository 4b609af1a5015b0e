// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/** Immutable bytes, compared by content and in constant time. */
final class Octets {
  private final byte[] bytes;

  private Octets(byte[] bytes) {
    this.bytes = bytes;
  }

  static Octets of(byte[] bytes) {
    return new Octets(bytes.clone());
  }

  /** Takes what is left of a buffer. */
  static Octets of(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return new Octets(bytes);
  }

  int size() {
    return bytes.length;
  }

  byte[] toArray() {
    return bytes.clone();
  }

  ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Octets that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Short, and nothing of the content when it is long: tokens and keys must not reach a log. */
  @Override
  public String toString() {
    return bytes.length > 8 ? bytes.length + " bytes" : HexFormat.of().formatHex(bytes);
  }
}
