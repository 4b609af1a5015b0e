// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.tools.spi.Printable;
import org.junit.jupiter.api.Test;

/** Names from outside cannot drive the terminal. */
final class PrintableTest {
  @Test
  void ordinaryTextStaysAsItIs() {
    assertEquals("größe 日本 'x'", Printable.text("größe 日本 'x'"));
  }

  @Test
  void controlCharactersAreShownAndNotObeyed() {
    assertEquals("a\\u000ab\\u001b[31m\\u009b", Printable.text("a\nb\u001b[31m\u009b"));
  }
}
