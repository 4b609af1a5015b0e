// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call with many messages does, whatever carries it. */
abstract class StreamCallContract {
  private static final Method<String, String> TALK =
      Method.of("test/Talk", Codec.utf8(), Codec.utf8());
  private static final Method<Body, Body> BULK = Method.raw("test/Bulk");

  private final NativeFixture fixture = fixture();
  private final Routes routes = new Routes();

  abstract NativeFixture fixture();

  @AfterEach
  void nothingIsLeftBehind() {
    fixture.awaitReleased();
    fixture.close();
  }

  @Test
  void manyRequestsGiveOneAnswer() {
    routes.stream(TALK, call -> {
      int sum = 0;
      for (String number : call) {
        sum += Integer.parseInt(number);
      }
      call.send("sum " + sum);
    });
    try (ClientStream<String, String> stream = fixture.start(routes).open(TALK)) {
      for (int i = 1; i <= 100; i++) {
        stream.send(Integer.toString(i));
      }
      assertEquals("sum 5050", stream.result());
    }
  }

  @Test
  void oneRequestGivesManyAnswersInOrder() {
    routes.stream(TALK, call -> {
      int count = Integer.parseInt(call.next().orElseThrow());
      call.sendHeaders(Metadata.builder().add("count", Integer.toString(count)).build());
      for (int i = 0; i < count; i++) {
        call.send(Integer.toString(i));
      }
    });
    try (ClientStream<String, String> stream = fixture.start(routes).open(TALK)) {
      stream.send("1000");
      stream.halfClose();
      int expected = 0;
      for (String answer : stream) {
        assertEquals(Integer.toString(expected), answer);
        expected++;
      }
      assertEquals(1000, expected);
      assertEquals("1000", stream.headers().text("count").orElse(""));
      assertEquals(Optional.empty(), stream.next(), "after the end");
    }
  }

  @Test
  void bothSidesTalkInTurns() {
    routes.stream(TALK, call -> {
      for (String line : call) {
        call.send("re: " + line);
      }
    });
    try (ClientStream<String, String> stream = fixture.start(routes).open(TALK)) {
      for (int i = 0; i < 50; i++) {
        stream.send("line " + i);
        assertEquals("re: line " + i, stream.next().orElse("nothing"));
      }
      stream.halfClose();
      assertEquals(Optional.empty(), stream.next());
    }
  }

  @Test
  void aSlowReaderHoldsTheWriterBack() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    routes.stream(BULK, call -> {
      try (Body message = call.allocate(1 << 20)) {
        for (int i = 0; i < 200; i++) {
          call.send(message);
          sent.incrementAndGet();
        }
      }
    });
    try (ClientStream<Body, Body> stream = fixture.start(routes).open(BULK)) {
      Body first = stream.next().orElseThrow();
      assertTrue(sent.get() < 200, () -> "200 MiB were taken without a reader: " + sent);
      first.close();
      int received = 1;
      for (Body message : stream) {
        message.close();
        received++;
      }
      assertEquals(200, received);
    }
  }

  @Test
  void aHandlersStatusComesAfterItsMessages() {
    routes.stream(TALK, call -> {
      call.send("last words");
      throw new RpcException(StatusCode.DATA_LOSS, "torn");
    });
    try (ClientStream<String, String> stream = fixture.start(routes).open(TALK)) {
      assertEquals("last words", stream.next().orElse("nothing"));
      RpcException failure = assertThrows(RpcException.class, stream::next);
      assertEquals(StatusCode.DATA_LOSS, failure.code());
      assertEquals("torn", failure.details());
    }
  }

  @Test
  void closingEarlyCancelsTheHandlerWhereverItWaits() throws Exception {
    CountDownLatch started = new CountDownLatch(2);
    CountDownLatch ended = new CountDownLatch(2);
    AtomicReference<StatusCode> seen = new AtomicReference<>();
    routes.stream(TALK, call -> {
      try {
        boolean writes = call.next().orElseThrow().equals("write");
        started.countDown();
        while (writes) {
          call.send("more");
        }
        call.next();
      } catch (RpcException e) {
        seen.set(e.code());
        ended.countDown();
        throw e;
      }
    });
    RpcClient client = fixture.start(routes);
    List<ClientStream<String, String>> streams = new ArrayList<>();
    for (String what : new String[] {"write", "read"}) {
      ClientStream<String, String> stream = client.open(TALK);
      stream.send(what);
      streams.add(stream);
    }
    assertTrue(started.await(20, TimeUnit.SECONDS), "both handlers run");
    streams.forEach(ClientStream::close);
    assertTrue(ended.await(20, TimeUnit.SECONDS), () -> "still waiting: " + ended.getCount());
    assertEquals(StatusCode.CANCELLED, seen.get());
  }

  @Test
  void sendingAfterTheEndSaysHowItEnded() {
    routes.stream(TALK, call -> {
      throw new RpcException(StatusCode.PERMISSION_DENIED, "not you");
    });
    try (ClientStream<String, String> stream = fixture.start(routes).open(TALK)) {
      RpcException failure = assertThrows(RpcException.class, () -> {
        while (true) {
          stream.send("x");
        }
      });
      assertEquals(StatusCode.PERMISSION_DENIED, failure.code());
    }
  }

  @Test
  void bodiesNobodyTookAreReleased() {
    routes.stream(BULK, call -> {
      try (Body message = call.allocate(1000)) {
        for (int i = 0; i < 3; i++) {
          call.send(message);
        }
      }
    });
    try (ClientStream<Body, Body> stream = fixture.start(routes).open(BULK)) {
      stream.next().orElseThrow().close();
    }
  }
}
