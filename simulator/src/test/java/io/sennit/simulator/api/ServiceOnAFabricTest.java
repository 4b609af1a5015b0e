// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.CallOptions;
import io.sennit.rpc.ClientStream;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RemoteMemory;
import io.sennit.rpc.RemoteRight;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.RpcServerBuilder;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.UnaryCall;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What can be done with clients and servers on a fabric. */
final class ServiceOnAFabricTest {
  private static final int PORT = 7470;
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());
  private static final Method<String, String> HANG =
      Method.of("test/Hang", Codec.utf8(), Codec.utf8());

  private final List<UnaryCall<String, String>> hanging = new ArrayList<>();

  private static Fabric pair(long seed) {
    return Fabric.seed(seed).join("a", "b", 2, LinkSpec.gigabits(10)).build();
  }

  private RpcServerBuilder serving(Fabric fabric) {
    return RpcServer.builder()
        .on(fabric.host("b"))
        .listen(PORT)
        .handle(ECHO, call -> call.reply(call.request()))
        .handle(HANG, hanging::add);
  }

  private static RpcClient client(Fabric fabric) {
    return RpcClient.to(fabric.host("b").target(PORT)).on(fabric.host("a")).connect();
  }

  @Test
  void blockingCallsLetTimePassAndTakeSomeOfIt() {
    try (Fabric fabric = pair(1);
        RpcServer server = serving(fabric).start();
        RpcClient client = client(fabric)) {
      Duration begin = fabric.now();
      byte[] sent = new byte[100_000];
      sent[99_999] = 7;
      assertArrayEquals(sent, client.call(ECHO, sent));
      Duration took = fabric.now().minus(begin);
      assertTrue(took.compareTo(Duration.ofNanos(4_000)) > 0, took::toString);
      assertTrue(took.compareTo(Duration.ofMillis(5)) < 0, took::toString);
      assertEquals(1, server.sessions());
    }
  }

  @Test
  void theSameSeedHasTheSamePacketsAndAnotherSeedHasOthers() {
    long one = fingerprint(3);
    assertEquals(one, fingerprint(3));
    assertNotEquals(one, fingerprint(4));
  }

  private long fingerprint(long seed) {
    try (Fabric fabric = pair(seed);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      fabric.link(1).lose(0.01);
      byte[] _ = client.call(ECHO, new byte[1 << 20]);
      return fabric.fingerprint();
    }
  }

  @Test
  void callsAndMemoryOfEveryKindWorkInVirtualTime() {
    RpcServerBuilder builder = RpcServer.builder();
    try (Fabric fabric = pair(5);
        RpcServer _ = builder
            .on(fabric.host("b"))
            .listen(PORT)
            .handleDirect(Method.raw("test/Raw"), call -> call.reply(call.body()))
            .remoteMemory("counters", 64, EnumSet.allOf(RemoteRight.class), region -> {})
            .start();
        RpcClient client = client(fabric);
        Body request = client.allocate(300_000);
        Body target = client.allocateTarget(300_000)) {
      request.segment().set(ValueLayout.JAVA_BYTE, 299_999, (byte) 9);
      assertEquals(300_000, client.callInto(Method.raw("test/Raw"), request, target));
      assertEquals(9, target.segment().get(ValueLayout.JAVA_BYTE, 299_999));
      RemoteMemory counters = client.remoteMemory("counters");
      assertEquals(0, counters.fetchAndAdd(8, 5));
      assertEquals(5, counters.fetchAndAdd(8, 1));
    }
  }

  @Test
  void aStreamIsReadByAClientThatWaits() {
    try (Fabric fabric = pair(5);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric);
        ClientStream<byte[], byte[]> stream = client.open(ECHO)) {
      stream.send(new byte[] {1, 2, 3});
      assertArrayEquals(new byte[] {1, 2, 3}, stream.result());
    }
  }

  @Test
  void somethingCanBeDoneToALinkWhileACallIsWaitedFor() {
    try (Fabric fabric = pair(6);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      fabric.at(fabric.now().plusMillis(1), fabric.link(0)::cutSilently);
      byte[] sent = new byte[8 << 20];
      assertArrayEquals(sent, client.call(ECHO, sent));
      long carried = fabric.link(0).carriedBytes();
      assertTrue(fabric.link(0).isCut());
      fabric.link(0).restore();
      fabric.advance(Duration.ofSeconds(2));
      assertArrayEquals(sent, client.call(ECHO, sent));
      assertTrue(fabric.link(0).carriedBytes() > carried + (4 << 20), "it carries again");
    }
  }

  @Test
  void aDeadlineIsOneOfVirtualTime() {
    try (Fabric fabric = pair(7);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      Duration begin = fabric.now();
      CallOptions soon = CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(3));
      RpcException late = assertThrows(RpcException.class, () -> client.call(HANG, "x", soon));
      assertEquals(StatusCode.DEADLINE_EXCEEDED, late.code());
      long millis = fabric.now().minus(begin).toMillis();
      assertTrue(millis >= 3_000 && millis < 3_100, () -> millis + " ms");
    }
  }

  @Test
  void aHandlerAnswersLater() {
    try (Fabric fabric = pair(8);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      CompletableFuture<String> answer = client.callAsync(HANG, "x");
      fabric.advance(Duration.ofSeconds(1));
      assertFalse(answer.isDone());
      hanging.getFirst().reply("late");
      assertEquals("late", fabric.await(answer));
    }
  }

  @Test
  void aHostThatCrashesEndsItsCallsAndIsFoundAgainWhenItIsBack() {
    try (Fabric fabric = pair(9);
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      CompletableFuture<String> answer = client.callAsync(HANG, "x");
      fabric.advance(Duration.ofMillis(1));
      fabric.host("b").crash();
      RpcException lost = assertThrows(RpcException.class, () -> fabric.await(answer));
      assertEquals(StatusCode.UNAVAILABLE, lost.code(), lost::toString);
      fabric.host("b").restart();
      try (RpcServer _ = serving(fabric).start()) {
        assertArrayEquals(new byte[1], client.call(ECHO, new byte[1]));
      }
    }
  }

  @Test
  void hostsUnderASwitchReachEachOtherAndAPauseIsSeen() {
    LinkSpec ten = LinkSpec.gigabits(10);
    try (Fabric fabric = Fabric.seed(10)
            .withSwitch("leaf")
            .join("a", "leaf", 1, ten)
            .join("b", "leaf", 1, ten)
            .join("c", "leaf", 1, ten)
            .build();
        RpcServer _ = serving(fabric).start();
        RpcClient client = client(fabric)) {
      fabric.host("b").pause(Duration.ofMillis(50));
      Duration begin = fabric.now();
      assertArrayEquals(new byte[1], client.call(ECHO, new byte[1]));
      long millis = fabric.now().minus(begin).toMillis();
      assertTrue(millis >= 49 && millis < 60, () -> millis + " ms");
    }
  }
}
