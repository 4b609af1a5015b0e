// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

import java.util.stream.Collectors;

/**
 * Text from outside, such as a peer's or a file's name, made safe for a terminal: what would move
 * the cursor, colour it or begin a line of its own is shown as an escape. Stateless.
 */
public final class Printable {
  private Printable() {}

  /** The text with escapes as in Java source in place of control characters. */
  public static String text(String raw) {
    if (raw.chars().noneMatch(Character::isISOControl)) {
      return raw;
    }
    return raw.codePoints()
        .mapToObj(each -> Character.isISOControl(each)
            ? String.format("\\u%04x", each)
            : Character.toString(each))
        .collect(Collectors.joining());
  }
}
