// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.session.SessionConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionOptionsTest {
  @Test
  void theBuildersWordIsTheLast() {
    SessionConfig config = SessionOptions.defaults()
        .withProviders("shm")
        .withConnectTimeout(Duration.ofMillis(500))
        .withSilence(Duration.ofSeconds(3))
        .withStrands(4)
        .withBodies(BodyPoolConfig.defaults().withBudgets(16 << 20, 32 << 20))
        .toConfig(Map.of("strands", "7", "silence", "30s"));
    assertEquals(List.of("shm"), config.providers());
    assertEquals(500_000_000, config.bootstrapTimeoutNanos());
    assertEquals(3_000_000_000L, config.silenceNanos());
    assertTrue(config.heartbeatNanos() <= 1_000_000_000L, () -> "" + config.heartbeatNanos());
    assertEquals(4, config.strandsPerPortPair());
    assertEquals(32 << 20, config.bodies().receiveBytes());
  }

  @Test
  void aTimeIsSaidAsADuration() {
    SessionConfig config = SessionOptions.defaults()
        .with("braid.rebuildMinNanos", Duration.ofMillis(7))
        .toConfig(Map.of());
    assertEquals(7_000_000, config.braid().rebuildMinNanos());
  }

  @Test
  void boundsAreKept() {
    SessionOptions none = SessionOptions.defaults().withStrands(0);
    assertThrows(IllegalArgumentException.class, () -> none.toConfig(Map.of()));
  }
}
