// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AnswerSizesTest {
  private final AnswerSizes sizes = new AnswerSizes(1000);

  @Test
  void onlyLongAnswersAreRemembered() {
    sizes.learn("a", 1000);
    assertEquals(0, sizes.lastBytes("a"));
    sizes.learn("a", 1001);
    assertEquals(1001, sizes.lastBytes("a"));
    sizes.learn("a", 1000);
    assertEquals(0, sizes.lastBytes("a"));
    assertEquals(0, sizes.lastBytes("b"));
  }

  @Test
  void methodsBeyondTheBoundAreNotRemembered() {
    for (int i = 0; i < AnswerSizes.MAX_METHODS; i++) {
      sizes.learn("m" + i, 2000);
    }
    sizes.learn("more", 2000);
    assertEquals(0, sizes.lastBytes("more"));
    sizes.learn("m7", 3000);
    assertEquals(3000, sizes.lastBytes("m7"), "known ones go on learning");
  }
}
