// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text as bytes, where the number of bytes matters. */
public final class Utf8 {
  private Utf8() {}

  /** How long the encoding is, found without encoding; a lone surrogate counts two. */
  public static long bytes(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a surrogate pair counts two of its four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /** At most so many bytes: what is longer is cut, but never in the middle of a character. */
  public static byte[] bounded(String text, int maxBytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    if (all.length <= maxBytes) {
      return all;
    }
    int end = maxBytes;
    while (end > 0 && (all[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(all, end);
  }
}
