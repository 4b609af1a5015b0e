// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\u00e9\u07ff", "\u0800\uffff", "a\ud83d\ude00b"})
  void lengthIsThatOfTheEncoding(String text) {
    assertEquals(text.getBytes(StandardCharsets.UTF_8).length, Utf8.bytes(text), text);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 100})
  void whatIsCutIsCutBetweenCharacters(int most) {
    String text = "a\ud83d\ude00\u00e9";
    String cut = new String(Utf8.bounded(text, most), StandardCharsets.UTF_8);
    String expected = most >= 7 ? text : most >= 5 ? "a\ud83d\ude00" : most >= 1 ? "a" : "";
    assertEquals(expected, cut, "at most " + most);
  }
}
