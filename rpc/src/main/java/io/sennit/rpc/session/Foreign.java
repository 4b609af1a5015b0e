// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Guesses from first bytes what speaks on a port, so that a message can name it. */
final class Foreign {
  private static final Pattern HTTP_REQUEST =
      Pattern.compile("(GET|POST|PUT|HEAD|OPTIONS|CONNECT) ");

  private Foreign() {}

  static String describe(ByteBuffer first) {
    byte[] bytes = new byte[Math.min(16, first.remaining())];
    first.get(first.position(), bytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (text.startsWith("PRI ") || isSettingsFrame(bytes)) {
      return "HTTP/2 (stock gRPC?)";
    }
    if (bytes.length >= 2 && (bytes[0] == 0x16 || bytes[0] == 0x15) && bytes[1] == 0x03) {
      return "TLS";
    }
    if (text.startsWith("HTTP/") || HTTP_REQUEST.matcher(text).lookingAt()) {
      return "HTTP/1";
    }
    if (text.startsWith("SSH-")) {
      return "SSH";
    }
    return "another protocol";
  }

  /** An HTTP/2 server begins with SETTINGS: length u24, type 4, flags 0, stream 0. */
  private static boolean isSettingsFrame(byte[] bytes) {
    return bytes.length >= 5 && bytes[0] == 0 && bytes[3] == 4 && bytes[4] == 0;
  }
}
