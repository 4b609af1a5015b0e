// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client gets as many strands as it says, from a server that says nothing. */
final class StrandsTest {
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());

  @ParameterizedTest
  @CsvSource({"shm, 1", "shm, 3", "shm, 16", "roce, 3", "roce, 16"})
  void aNumberOfStrandsIsKept(String provider, int strands) {
    String options = "?provider=" + provider + "&strands=" + strands;
    Set<String> before = Set.copyOf(sides());
    SessionOptions here = SessionOptions.defaults().with("roce.addresses", "127.0.0.1");
    try (RpcServer server = RpcServer.builder()
            .sessions(here)
            .handle(ECHO, call -> call.reply(call.request()))
            .start();
        RpcClient client = RpcClient.connect(
            "127.0.0.1:" + server.address().getPort() + options + addresses(provider))) {
      assertEquals("both sides are up", client.call(ECHO, "both sides are up"));
      Map<String, Long> counts = sides().stream()
          .filter(side -> !before.contains(side))
          .collect(Collectors.groupingBy(side -> side, Collectors.counting()));
      assertEquals(
          List.of((long) strands, (long) strands), List.copyOf(counts.values()), counts::toString);
    }
  }

  private static String addresses(String provider) {
    return provider.equals("roce") ? "&addresses=127.0.0.1" : "";
  }

  /** Of each path the side of the session that it belongs to. */
  private static List<String> sides() {
    return Sessions.paths().stream()
        .map(path -> path.sessionId() + " " + path.client())
        .toList();
  }
}
