// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

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
    long bytes = 0;
    for (int i = 0; i < value.length(); i++) {
      bytes += bytesOf(value.charAt(i));
    }
    return bytes;
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

  /** A surrogate counts half of the four bytes of its pair; a lone one is refused when encoding. */
  private static int bytesOf(char c) {
    if (c < 0x80) {
      return 1;
    }
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
