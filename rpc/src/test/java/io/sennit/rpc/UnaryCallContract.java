// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call with one message each way does, whatever carries it. */
abstract class UnaryCallContract {
  static final Method<Body, Body> ECHO = Method.raw("test/Echo");
  static final Method<String, String> GREET = Method.of("test/Greet", Codec.utf8(), Codec.utf8());

  private final NativeFixture fixture = fixture();
  private final Routes routes = new Routes();

  abstract NativeFixture fixture();

  @AfterEach
  void nothingIsLeftBehind() {
    fixture.awaitReleased();
    fixture.close();
  }

  @Test
  void smallAndLargeBodiesComeBackAsTheyWere() {
    RpcClient client = echo();
    Randomness random = Randomness.seeded(11);
    for (int bytes : new int[] {0, 1, 100, 8 << 10, 32 << 10, (32 << 10) + 1, 1 << 20, 5 << 20}) {
      byte[] sent = new byte[bytes];
      random.nextBytes(sent);
      try (Body request = client.allocate(bytes)) {
        MemorySegment.copy(MemorySegment.ofArray(sent), 0, request.segment(), 0, bytes);
        try (Body answer = client.call(ECHO, request)) {
          assertArrayEquals(sent, answer.toByteArray(), () -> bytes + " bytes");
        }
      }
    }
  }

  @Test
  void heapBodiesTravelToo() {
    RpcClient client = echo();
    byte[] sent = new byte[1 << 20];
    Randomness.seeded(3).nextBytes(sent);
    try (Body request = Body.wrap(sent);
        Body answer = client.call(ECHO, request)) {
      assertArrayEquals(sent, answer.toByteArray());
    }
  }

  @Test
  void aRequestMayBeClosedAsSoonAsTheCallWasMade() throws Exception {
    RpcClient client = echo();
    byte[] sent = new byte[200_000];
    Randomness.seeded(5).nextBytes(sent);
    Body request = client.allocate(sent.length);
    MemorySegment.copy(MemorySegment.ofArray(sent), 0, request.segment(), 0, sent.length);
    CompletableFuture<Body> later = client.callAsync(ECHO, request);
    request.close();
    try (Body answer = later.get(20, TimeUnit.SECONDS)) {
      assertArrayEquals(sent, answer.toByteArray());
    }
    request.released().get(20, TimeUnit.SECONDS);
  }

  @Test
  void whatWasReceivedIsReadOnlyOnBothSides() {
    routes.unary(ECHO, call -> {
      assertTrue(call.request().segment().isReadOnly(), () -> "request " + call.request());
      try (Body answer = call.allocate(call.request().length())) {
        call.reply(answer);
      }
    });
    RpcClient client = fixture.start(routes);
    for (int bytes : new int[] {1, 8 << 10, 1 << 20, 1 << 20}) { // The last one by a grant.
      try (Body request = client.allocate(bytes);
          Body answer = client.call(ECHO, request);
          Body part = answer.slice(0, 1)) {
        assertTrue(answer.segment().isReadOnly(), () -> "answer " + answer);
        assertTrue(part.asByteBuffer().isReadOnly(), () -> "part " + part);
      }
    }
  }

  @Test
  void valuesTravelThroughTheirCodecs() throws Exception {
    routes.unary(GREET, call -> call.reply("hello, " + call.request()));
    RpcClient client = fixture.start(routes);
    assertEquals("hello, 世界", client.call(GREET, "世界"));
    assertEquals("hello, you", client.callAsync(GREET, "you").get(20, TimeUnit.SECONDS));
  }

  @Test
  void aHandlerChoosesItsStatusWithTrailers() {
    Metadata why = Metadata.builder().add("why", "tests").build();
    routes.unary(GREET, call -> {
      throw new RpcException(StatusCode.NOT_FOUND, "nobody here", why);
    });
    RpcException failure = fails(fixture.start(routes), "x");
    assertEquals(StatusCode.NOT_FOUND, failure.code());
    assertEquals("nobody here", failure.details());
    assertEquals(Executed.YES, failure.executed());
    assertEquals("tests", failure.trailers().text("why").orElse(""), failure::getMessage);
  }

  @Test
  void whatAHandlerThrowsStaysAtHome() {
    routes.unary(GREET, call -> {
      throw new IllegalStateException("a secret");
    });
    RpcException failure = fails(fixture.start(routes), "x");
    assertEquals(StatusCode.UNKNOWN, failure.code());
    assertFalse(failure.details().contains("secret"), failure.details());
  }

  @Test
  void anUnknownMethodIsUnimplemented() {
    RpcException failure = fails(fixture.start(routes), "x");
    assertEquals(StatusCode.UNIMPLEMENTED, failure.code());
    assertEquals(Executed.NO, failure.executed(), failure::getMessage);
  }

  @Test
  void aRequestThatIsNoValueIsRefused() {
    routes.unary(GREET, call -> call.reply("never"));
    RpcClient client = fixture.start(routes);
    Method<byte[], String> wrong = Method.of(GREET.name(), Codec.bytes(), Codec.utf8());
    RpcException failure =
        assertThrows(RpcException.class, () -> client.call(wrong, new byte[] {(byte) 0xff}));
    assertEquals(StatusCode.INVALID_ARGUMENT, failure.code(), failure::getMessage);
  }

  @Test
  void aSecondAnswerIsTheHandlersMistakeAndChangesNothing() throws Exception {
    CompletableFuture<Exception> second = new CompletableFuture<>();
    routes.unary(GREET, call -> {
      call.reply("first");
      second.complete(assertThrows(IllegalStateException.class, () -> call.reply("second")));
    });
    assertEquals("first", fixture.start(routes).call(GREET, "x"));
    assertEquals(
        "the call of " + GREET.name() + " has its answer already",
        second.get(10, TimeUnit.SECONDS).getMessage());
  }

  @Test
  void anAnswerMayComeLaterFromAnotherThread() {
    routes.unary(ECHO, call -> {
      Body kept = call.body().retain();
      Thread.startVirtualThread(() -> {
        try (kept) {
          call.reply(kept);
        }
      });
    });
    RpcClient client = fixture.start(routes);
    try (Body request = Body.wrap(new byte[] {1, 2, 3});
        Body answer = client.call(ECHO, request)) {
      assertArrayEquals(new byte[] {1, 2, 3}, answer.toByteArray());
    }
  }

  @Test
  void twoAnswersAreAProgrammersError() throws Exception {
    CompletableFuture<Class<?>> second = new CompletableFuture<>();
    routes.unary(GREET, call -> {
      call.reply("first");
      try {
        call.reply("second");
        second.complete(Object.class);
      } catch (IllegalStateException e) {
        second.complete(e.getClass());
      }
    });
    assertEquals("first", fixture.start(routes).call(GREET, "x"));
    assertEquals(IllegalStateException.class, second.get(20, TimeUnit.SECONDS));
  }

  @Test
  void anInterruptedCallerCancelsItsCall() throws Exception {
    Semaphore running = new Semaphore(0);
    Semaphore cancelled = new Semaphore(0);
    routes.unary(GREET, call -> {
      call.onCancelled(cancelled::release);
      running.release();
    });
    RpcClient client = fixture.start(routes);
    for (Thread.Builder kind : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
      AtomicReference<RpcException> seen = new AtomicReference<>();
      Thread caller = kind.start(() -> seen.set(fails(client, "x")));
      assertTrue(running.tryAcquire(20, TimeUnit.SECONDS), "the handler runs");
      caller.interrupt();
      caller.join();
      assertEquals(StatusCode.CANCELLED, seen.get().code());
      assertTrue(cancelled.tryAcquire(20, TimeUnit.SECONDS), "the handler was told");
    }
  }

  @Test
  void cancellingTheFutureCancelsTheCall() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    routes.unary(GREET, call -> {
      call.onCancelled(cancelled::countDown);
      running.countDown();
    });
    CompletableFuture<String> later = fixture.start(routes).callAsync(GREET, "x");
    assertTrue(running.await(20, TimeUnit.SECONDS), "the handler runs");
    later.cancel(true);
    assertTrue(cancelled.await(20, TimeUnit.SECONDS), "the handler was told");
  }

  @Test
  void aCallToAClosedClientIsNotExecuted() {
    RpcClient client = echo();
    client.close();
    RpcException failure = fails(client, "x");
    assertEquals(StatusCode.UNAVAILABLE, failure.code());
    assertEquals(Executed.NO, failure.executed());
    ExecutionException later = assertThrows(
        ExecutionException.class, () -> client.callAsync(GREET, "x").get(20, TimeUnit.SECONDS));
    assertEquals(
        RpcException.class, later.getCause() == null ? null : later.getCause().getClass());
  }

  @Test
  void answersLandInTheCallersMemory() {
    RpcClient client = echo();
    byte[] sent = new byte[300_000];
    Randomness.seeded(8).nextBytes(sent);
    try (Body request = Body.wrap(sent);
        Body target = client.allocateTarget(400_000)) {
      for (int round = 0; round < 3; round++) {
        target.segment().fill((byte) 0);
        assertEquals(sent.length, client.callInto(ECHO, request, target));
        assertArrayEquals(sent, head(target.segment(), sent.length), "round " + round);
      }
      byte[] array = new byte[sent.length];
      assertEquals(sent.length, client.callInto(ECHO, request, MemorySegment.ofArray(array)));
      assertArrayEquals(sent, array);
    }
  }

  @Test
  void directHandlersRunOnTheLoop() {
    routes.direct(GREET, call -> call.reply(Thread.currentThread().getName()));
    String name = fixture.start(routes).call(GREET, "x");
    assertFalse(name.startsWith("sennit-handler"), name);
  }

  private RpcClient echo() {
    routes.unary(ECHO, call -> call.reply(call.body()));
    return fixture.start(routes);
  }

  private static byte[] head(MemorySegment memory, int bytes) {
    byte[] copy = new byte[bytes];
    MemorySegment.copy(memory, 0, MemorySegment.ofArray(copy), 0, bytes);
    return copy;
  }

  private static RpcException fails(RpcClient client, String request) {
    return assertThrows(RpcException.class, () -> client.call(GREET, request));
  }
}
