// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@code sennit:} target beside gRPC's own transports, which keep what is theirs. */
final class TransportsTest {
  private static final String SENNIT = "SennitChannelBuilder";

  private static final String NETTY = "NettyChannelBuilder";

  static List<Set<String>> classPaths() {
    return List.of(
        Set.of(),
        Set.of("grpc-netty"),
        Set.of("grpc-netty-shaded"),
        Set.of("grpc-netty", "grpc-netty-shaded"));
  }

  @ParameterizedTest
  @MethodSource("classPaths")
  void aSennitTargetIsSennitsByEveryWay(Set<String> transports) throws Exception {
    try (ClassPath path = ClassPath.with(transports)) {
      for (String way : List.of("forTarget", "newChannelBuilder", "ownRegistry")) {
        for (String host : List.of("localhost:1", "[::1]:1", "h:1,h:2?provider=shm")) {
          assertEquals(SENNIT, path.builderOf(way, "sennit:///" + host), way + host);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("classPaths")
  void aCallArrivesByEveryWay(Set<String> transports) throws Exception {
    try (ClassPath path = ClassPath.with(transports)) {
      assertEquals("hello", path.call("forTarget", "127.0.0.1", "sennit:///127.0.0.1:PORT"));
      assertEquals("hello", path.call("newChannelBuilder", "::1", "sennit:///[::1]:PORT"));
      assertEquals("hello", path.call("ownRegistry", "::1", "sennit:///[::1]:PORT"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"grpc-netty", "grpc-netty-shaded"})
  void otherTargetsStayWhereTheyWere(String transport) throws Exception {
    try (ClassPath path = ClassPath.with(Set.of(transport))) {
      for (String way : List.of("forTarget", "forAddress", "newChannelBuilder")) {
        assertEquals(NETTY, path.builderOf(way, "localhost"), way);
      }
      assertEquals(NETTY, path.builderOf("forTarget", "dns:///h:1"));
    }
  }

  @ParameterizedTest
  @MethodSource("classPaths")
  void aTransportThatAProgramRegistersItselfKeepsWhatIsItsOwn(Set<String> transports)
      throws Exception {
    try (ClassPath path = ClassPath.with(transports)) {
      assertEquals("Rare", path.builderOf("registered", "localhost:1"));
      assertEquals(SENNIT, path.builderOf("registered", "sennit:///localhost:1"));
    }
  }

  @Test
  void withoutAnotherTransportOtherTargetsAreSennitsWhereNoCredentialsWereNamed() throws Exception {
    try (ClassPath path = ClassPath.with(Set.of())) {
      assertEquals(SENNIT, path.builderOf("forTarget", "localhost:1"));
      assertEquals(SENNIT, path.builderOf("forAddress", "localhost"));
      String refusal = path.builderOf("newChannelBuilder", "localhost:1");
      assertTrue(
          refusal.contains("takes sennit: targets only, unless -Dsennit.grpc.preferred=true"),
          refusal);
    }
  }

  /** What names Netty gets Netty; the page says what to write instead. */
  @Test
  void aBuilderThatNamesNettyRefusesAsThePageOnTroubleSays() throws IOException {
    NettyChannelBuilder builder = NettyChannelBuilder.forTarget("sennit:///localhost:7470");
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, builder::build);
    String page = Files.readString(Path.of("../docs/TROUBLESHOOTING.md"));
    assertTrue(page.contains(String.valueOf(refusal.getMessage())), refusal::toString);
  }
}
