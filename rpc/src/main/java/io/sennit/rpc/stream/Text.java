// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text for people on the wire: UTF-8, cut rather than refused. */
final class Text {
  private Text() {}

  static byte[] encode(String text, int maxBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= maxBytes) {
      return bytes;
    }
    int end = maxBytes;
    while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--; // Not in the middle of a character.
    }
    return Arrays.copyOf(bytes, end);
  }

  /** Malformed bytes become replacement characters. */
  static String decode(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }
}
