// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusCodeTest {
  @Test
  void numbersAreThoseOfGrpcAndLeadBackToTheCode() {
    for (int number = 0; number <= 16; number++) {
      int expected = number;
      assertEquals(
          Optional.of(number), StatusCode.of(number).map(StatusCode::number), () -> "" + expected);
    }
    assertEquals(16, StatusCode.UNAUTHENTICATED.number());
    assertEquals(8, StatusCode.RESOURCE_EXHAUSTED.number());
    assertEquals(Optional.empty(), StatusCode.of(17));
    assertEquals(Optional.empty(), StatusCode.of(-1));
  }
}
