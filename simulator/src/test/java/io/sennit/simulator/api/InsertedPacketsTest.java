// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.RpcServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody on the way reads packets and puts its own among them, with production code from calls to
 * packets: no call is lost, and no session by a single packet.
 */
final class InsertedPacketsTest {
  private static final int PORT = 7470;
  private static final int CALLS = 200;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());

  private final Fabric fabric = Fabric.seed(5)
      .join("client", "server", 2, LinkSpec.gigabits(10).withDelay(Duration.ofNanos(5_000)))
      .build();

  private final Intruder intruder = new Intruder(fabric);
  private int handled;

  private final RpcServer server = RpcServer.builder()
      .on(fabric.host("server"))
      .listen(PORT)
      .handle(ECHO, call -> {
        handled++;
        call.reply(call.request());
      })
      .start();

  private final RpcClient client =
      RpcClient.to(fabric.host("server").target(PORT)).on(fabric.host("client")).connect();

  @AfterEach
  void close() {
    client.close();
    server.close();
    fabric.close();
  }

  /** Until messages were seen to go by several strands. */
  private void warmUp() {
    for (int at = 0; at < CALLS; at++) {
      assertEquals("warm", fabric.await(client.callAsync(ECHO, "warm")));
    }
    fabric.advance(SECOND);
    for (int at = 0; at < CALLS; at++) {
      fabric.await(client.callAsync(ECHO, "warm"));
    }
    assertTrue(intruder.queuePairs() > 1, intruder.queuePairs() + " queue pairs");
  }

  /** How long a call takes that is made now. */
  private Duration call(String text) {
    Duration begun = fabric.now();
    CompletableFuture<String> answer = client.callAsync(ECHO, text);
    assertEquals(text, fabric.await(answer));
    return fabric.now().minus(begun);
  }

  @Test
  void callInWhosePlaceAPacketWasPutIsAnsweredWithinASecond() {
    warmUp();
    int before = handled;
    intruder.insert(PacketOpcode.WRITE_ONLY, 0);
    fabric.advance(Duration.ofMillis(1));
    Duration took = call("swallowed");
    assertTrue(took.compareTo(Duration.ofMillis(200)) > 0, () -> "it was not swallowed: " + took);
    assertTrue(took.compareTo(SECOND) < 0, took::toString);
    assertEquals(before + 1, handled, "executed once");
    fabric.advance(SECOND);
    assertTrue(call("another").compareTo(Duration.ofMillis(1)) < 0);
  }

  @Test
  void sendThatIsNoFrameCostsStrandsAndNoCall() {
    warmUp();
    CompletableFuture<String> during = client.callAsync(ECHO, "during");
    intruder.insert(PacketOpcode.SEND_ONLY, 16);
    assertEquals("during", fabric.await(during));
    for (int at = 0; at < CALLS; at++) {
      assertTrue(call("call " + at).compareTo(SECOND) < 0, "call " + at);
    }
  }

  /** What does not stop is taken for a broken peer. */
  @Test
  void packetsWithoutEndEndTheSessionWithTheCause() {
    warmUp();
    String cause = "";
    for (int round = 0; round < 60 && cause.isEmpty(); round++) {
      intruder.insert(PacketOpcode.SEND_ONLY, 16);
      cause = failureOfACall();
      fabric.advance(Duration.ofMillis(300));
    }
    assertTrue(cause.contains("inserts packets"), cause);
  }

  private String failureOfACall() {
    try {
      fabric.await(client.callAsync(ECHO, "call"));
      return "";
    } catch (RpcException failure) {
      return String.valueOf(failure.getMessage());
    }
  }
}
