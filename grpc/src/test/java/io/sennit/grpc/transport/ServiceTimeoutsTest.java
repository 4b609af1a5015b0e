// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Time-outs are taken out of a service config, and found by the name that is nearest. */
final class ServiceTimeoutsTest {
  private static final Map<String, ?> RETRY = Map.of("maxAttempts", 2.0);
  private static final List<Map<String, ?>> TWO =
      List.of(Map.of("service", "a.S", "method", "M"), Map.of("service", "a.S", "method", "N"));
  private static final Map<String, ?> CONFIG = Map.of(
      "loadBalancingConfig",
      List.of(Map.of("round_robin", Map.of())),
      "methodConfig",
      List.of(
          Map.of("name", List.of(Map.of()), "timeout", "3s"),
          Map.of("name", List.of(Map.of("service", "a.S")), "timeout", "0.25s"),
          Map.of("name", TWO, "timeout", "0.000000001s", "retryPolicy", RETRY),
          Map.of("name", List.of(Map.of("service", "a.S", "method", "Free")))));

  private final ServiceTimeouts timeouts = ServiceTimeouts.of(CONFIG);

  private void assertTimeout(OptionalLong nanos, String method) {
    assertEquals(
        nanos,
        timeouts.of(MethodDescriptor.<InputStream, InputStream>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName(method)
            .setRequestMarshaller(new AsTheyAre())
            .setResponseMarshaller(new AsTheyAre())
            .build()));
  }

  @Test
  void theNearestNameCounts() {
    assertTimeout(OptionalLong.of(1), "a.S/M");
    assertTimeout(OptionalLong.of(1), "a.S/N");
    assertTimeout(OptionalLong.of(250_000_000), "a.S/Other");
    assertTimeout(OptionalLong.of(3_000_000_000L), "b.S/M");
    assertTimeout(OptionalLong.empty(), "a.S/Free");
  }

  @Test
  void everythingElseStays() {
    Map<String, ?> rest = timeouts.rest();
    assertEquals(CONFIG.get("loadBalancingConfig"), rest.get("loadBalancingConfig"));
    assertEquals(
        List.of(
            Map.of("name", List.of(Map.of())),
            Map.of("name", List.of(Map.of("service", "a.S"))),
            Map.of("name", TWO, "retryPolicy", RETRY),
            Map.of("name", List.of(Map.of("service", "a.S", "method", "Free")))),
        rest.get("methodConfig"));
    assertEquals(Map.of(), ServiceTimeouts.of(Map.of()).rest());
  }
}
