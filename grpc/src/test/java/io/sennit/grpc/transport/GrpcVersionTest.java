// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GrpcVersionTest {
  @Test
  void theVersionOnThePathIsInTheRange() {
    assertDoesNotThrow(() -> GrpcVersion.requireTested());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.81.0", "1.84.2", "1.85.1"})
  void acceptsItsRange(String version) {
    assertDoesNotThrow(() -> GrpcVersion.requireTested(version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.80.9", "1.86.0", "2.82.0", "unknown", ""})
  void refusesOthersInOneSentence(String version) {
    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> GrpcVersion.requireTested(version));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("1.81 to 1.85"), message);
    assertTrue(message.contains("gRPC " + version), message);
  }
}
