// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.ClientStream;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Handlers that wait in virtual time, as handlers on virtual threads do in real time. */
final class WaitingHandlersTest {
  private static final LinkSpec TEN = LinkSpec.gigabits(10);
  private static final Method<String, String> ASK =
      Method.of("test/Ask", Codec.utf8(), Codec.utf8());

  private final List<String> happened = new ArrayList<>();

  private static Fabric three(long seed) {
    return Fabric.seed(seed)
        .withSwitch("leaf")
        .join("front", "leaf", 1, TEN)
        .join("middle", "leaf", 1, TEN)
        .join("back", "leaf", 1, TEN)
        .build();
  }

  private static RpcClient client(Fabric fabric, String from, String to) {
    return RpcClient.to(fabric.host(to).target(1)).on(fabric.host(from)).connectLater();
  }

  /** The middle asks the back before it answers; the back takes 5 ms. */
  private long chain(long seed) {
    try (Fabric fabric = three(seed);
        RpcServer _ = RpcServer.builder()
            .on(fabric.host("back"))
            .listen(1)
            .handle(ASK, call -> {
              fabric.advance(Duration.ofMillis(5));
              call.reply(call.request() + "!");
            })
            .start();
        RpcClient inner = client(fabric, "middle", "back");
        RpcServer _ = RpcServer.builder()
            .on(fabric.host("middle"))
            .listen(1)
            .handle(ASK, call -> {
              happened.add("asks for " + call.request());
              call.reply(inner.call(ASK, call.request()) + "?");
              happened.add("answers " + call.request());
            })
            .start();
        RpcClient outer = client(fabric, "front", "middle")) {
      CompletableFuture<String> one = outer.callAsync(ASK, "one");
      CompletableFuture<String> two = outer.callAsync(ASK, "two");
      assertEquals("one!?", fabric.await(one));
      assertEquals("two!?", fabric.await(two));
      return fabric.fingerprint();
    }
  }

  @Test
  void aHandlerCallsAnotherServerAndWaitsWhileOthersDo() {
    long fingerprint = chain(1);
    assertEquals(
        List.of("asks", "asks", "answers", "answers"),
        happened.stream().map(each -> each.substring(0, each.indexOf(' '))).toList(),
        "the second asks while the first waits");
    assertEquals(fingerprint, chain(1), "the same seed, whatever the threads did");
    assertNotEquals(fingerprint, chain(2));
  }

  @Test
  void aStreamHandlerReadsAndWritesAsMessagesCome() {
    try (Fabric fabric = three(3);
        RpcServer _ = RpcServer.builder()
            .on(fabric.host("back"))
            .listen(1)
            .handleStream(ASK, stream -> {
              for (String each : stream) {
                stream.send(each + "!");
              }
            })
            .start();
        RpcClient client = client(fabric, "front", "back");
        ClientStream<String, String> stream = client.open(ASK)) {
      stream.send("one");
      assertEquals("one!", stream.next().orElseThrow());
      stream.send("two");
      assertEquals("two!", stream.next().orElseThrow());
      stream.halfClose();
      assertTrue(stream.next().isEmpty());
    }
  }

  @Test
  void aHandlerThatStillWaitsWhenTheFabricIsClosedIsEnded() {
    try (Fabric fabric = three(4)) {
      RpcServer _ = RpcServer.builder()
          .on(fabric.host("back"))
          .listen(1)
          .handle(ASK, call -> {
            try {
              fabric.advance(Duration.ofHours(1));
            } finally {
              happened.add("ended");
            }
          })
          .start();
      RpcClient client = client(fabric, "front", "back");
      CompletableFuture<String> _ = client.callAsync(ASK, "x");
      fabric.advance(Duration.ofMillis(10));
    }
    assertEquals(List.of("ended"), happened);
  }

  @Test
  void whatAHandlerThrowsWhereNobodyTakesItEndsTheTest() {
    try (Fabric fabric = three(5)) {
      fabric.host("back").executor().execute(() -> {
        throw new IllegalArgumentException("mine");
      });
      IllegalArgumentException thrown =
          assertThrows(IllegalArgumentException.class, () -> fabric.advance(Duration.ofMillis(1)));
      assertEquals("mine", thrown.getMessage());
    }
  }
}
