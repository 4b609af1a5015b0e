// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Copies;
import java.lang.foreign.MemorySegment;

/** Arrays; each direction copies once, counted. */
final class BytesCodec implements Codec<byte[]> {
  static final BytesCodec INSTANCE = new BytesCodec();

  private BytesCodec() {}

  @Override
  public long encodedBytes(byte[] value) {
    return value.length;
  }

  @Override
  public void encode(byte[] value, MemorySegment into) {
    Copies.copy(MemorySegment.ofArray(value), 0, into, 0, value.length);
  }

  @Override
  public byte[] decode(MemorySegment from) {
    if (from.byteSize() > Body.MOST_ARRAY_BYTES) {
      throw new UnsupportedOperationException(
          "a message of " + from.byteSize() + " bytes is too long for an array; take a Body");
    }
    byte[] value = new byte[(int) from.byteSize()];
    Copies.copy(from, 0, MemorySegment.ofArray(value), 0, value.length);
    return value;
  }
}
