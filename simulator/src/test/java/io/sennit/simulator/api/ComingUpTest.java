// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No link matters while a session comes up: whichever are cut, and whenever, others carry it. */
final class ComingUpTest {
  private static final int PORT = 7470;
  private static final int LINKS = 4;
  private static final Duration STEP = Duration.ofNanos(50_000);

  /** What each link that is cut may cost at most. */
  private static final Duration EACH = Duration.ofMillis(300);

  /** Until every attempt that came to nothing is over on both sides. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(12);

  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());

  static List<Arguments> cuts() {
    List<Arguments> cuts = new ArrayList<>();
    for (boolean seen : new boolean[] {true, false}) {
      for (int one = 0; one < LINKS; one++) {
        cuts.add(Arguments.of(seen, List.of(one)));
        for (int other = one + 1; other < LINKS; other++) {
          cuts.add(Arguments.of(seen, List.of(one, other)));
        }
      }
    }
    return cuts;
  }

  private static void cut(Link link, boolean seen) {
    if (seen) {
      link.cut();
    } else {
      link.cutSilently();
    }
  }

  /** Virtual time from the dial to the answer. */
  private static Duration firstCall(Consumer<Fabric> plan) {
    try (Fabric fabric =
        Fabric.seed(7).join("a", "b", LINKS, LinkSpec.gigabits(10)).build()) {
      RpcServer server = RpcServer.builder()
          .on(fabric.host("b"))
          .listen(PORT)
          .handle(ECHO, call -> call.reply(call.request()))
          .start();
      RpcClient client =
          RpcClient.to(fabric.host("b").target(PORT)).on(fabric.host("a")).connectLater();
      plan.accept(fabric);
      assertEquals(3, fabric.await(client.callAsync(ECHO, new byte[] {1, 2, 3})).length);
      Duration took = fabric.now();
      fabric.advance(AFTERWARDS);
      assertEquals(3, fabric.await(client.callAsync(ECHO, new byte[] {1, 2, 3})).length);
      assertEquals(1, server.sessions(), "sessions of the server");
      client.close();
      server.close();
      return took;
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void linksAreCutAtEveryMoment(boolean seen, List<Integer> links) {
    Duration whole = firstCall(fabric -> {});
    Duration most = whole.plus(EACH.multipliedBy(links.size()));
    List<String> late = new ArrayList<>();
    for (Duration at = Duration.ZERO; at.compareTo(whole) <= 0; at = at.plus(STEP)) {
      Duration moment = at;
      String took;
      try {
        Duration needed = firstCall(fabric ->
            fabric.at(moment, () -> links.forEach(link -> cut(fabric.link(link), seen))));
        took = needed.compareTo(most) > 0 ? needed.toMillis() + " ms" : "";
      } catch (RuntimeException e) {
        took = e.toString();
      }
      if (!took.isEmpty()) {
        late.add(moment.toNanos() / 1_000 + " µs: " + took);
      }
    }
    assertTrue(late.isEmpty(), () -> whole + " without; " + late.size() + " late: " + late);
  }
}
