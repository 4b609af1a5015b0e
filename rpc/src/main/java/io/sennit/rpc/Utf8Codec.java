// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Text, encoded in place. */
final class Utf8Codec implements Codec<String> {
  static final Utf8Codec INSTANCE = new Utf8Codec();

  private Utf8Codec() {}

  @Override
  public long encodedBytes(String value) {
    return Utf8.bytes(value);
  }

  @Override
  public void encode(String value, MemorySegment into) throws CharacterCodingException {
    ByteBuffer buffer = into.asByteBuffer();
    CoderResult result =
        StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value), buffer, true);
    if (!result.isUnderflow()) {
      result.throwException();
    }
  }

  @Override
  public String decode(MemorySegment from) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(from.asByteBuffer()).toString();
  }
}
