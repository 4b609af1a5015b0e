// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Text of a peer, made fit to be shown: it may end in a log or on a terminal. */
final class Text {
  private Text() {}

  /** UTF-8 without control characters; malformed bytes become replacement characters. */
  static String read(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return printable(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Control characters become spaces. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
