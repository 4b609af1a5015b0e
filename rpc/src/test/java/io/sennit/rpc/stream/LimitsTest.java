// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {
  @ParameterizedTest
  @ValueSource(ints = {1001, 100_000})
  void anAnswerThatIsTooLongIsRefusedUnfetched(int bytes) {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b").withMaxInboundMessage(MessageLimit.of(1000)));
    client.stream().request(1);
    ends.settle();
    server.stream().sendMessage(Ends.filled(ends.server.pool, bytes, 1));
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertEquals(
        "a message of " + bytes + " bytes exceeds the limit of 1000",
        client.end().description());
    assertEquals(0, ends.client.engine.snapshot().received().byRead());
    assertEquals(StatusCode.CANCELLED, server.end().code());
    assertTrue(server.end().cancelledByPeer());
    assertEquals(1, ends.client.engine.snapshot().limitHits());
  }

  @Test
  void whatAProtocolAboveAddsToAMessageIsLetPassAndNotTold() {
    MessageLimit limit = new MessageLimit(1000, 5, 64);
    assertEquals(StatusCode.OK, endOfAnswer(1064, limit).code());
    StreamEnd end = endOfAnswer(1065, limit);
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, end.code());
    assertEquals("a message of 1060 bytes exceeds the limit of 1000", end.description());
  }

  private static StreamEnd endOfAnswer(int bytes, MessageLimit limit) {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b").withMaxInboundMessage(limit));
    client.stream().request(1);
    ends.settle();
    server.stream().sendMessage(Ends.filled(ends.server.pool, bytes, 1));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
    return client.end();
  }

  @ParameterizedTest
  @ValueSource(ints = {1001, 30_000, 100_000})
  void aRequestThatIsTooLongIsRefusedWithTheReason(int bytes) {
    Ends ends = Ends.ready();
    StreamProbe server = new StreamProbe();
    ends.acceptor = (stream, call) -> {
      server.opened(stream);
      stream.maxInboundMessage(MessageLimit.of(1000));
      stream.request(1);
      stream.sendHeaders(Metadata.EMPTY);
      return server;
    };
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    client.stream().sendMessage(Body.wrap(new byte[bytes]));
    client.stream().halfClose();
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, server.end().code());
    assertEquals(List.of(), server.messages);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 7_900, 8_000, 8_050, 9_000, 60_000})
  void metadataMayBeLongerThanASlot(int bytes) {
    Ends ends = Ends.ready();
    Metadata metadata = Metadata.builder().add("k-bin", new byte[bytes]).build();
    List<Metadata> seen = new ArrayList<>();
    ends.acceptor = (stream, call) -> {
      seen.add(call.metadata());
      stream.sendHeaders(call.metadata());
      stream.sendMessage(Body.wrap(new byte[10]));
      stream.end(StatusCode.OK, "x".repeat(100), call.metadata());
      return new Probe();
    };
    StreamProbe client = ends.open(OpenCall.of("a/b").withMetadata(metadata));
    client.stream().sendMessage(Body.wrap(new byte[20]));
    client.stream().request(1);
    ends.assertNothingLeft();
    assertEquals(StatusCode.OK, client.end().code(), () -> client.end().toString());
    assertEquals(List.of(metadata), seen);
    assertEquals(metadata, client.headers.orElseThrow());
    assertEquals(metadata, client.end().trailers());
    assertEquals(1, client.messages.size());
  }

  @Test
  void metadataThatIsTooLongEndsTheCallNotTheSession() {
    Ends ends = Ends.ready();
    Metadata huge = Metadata.builder().add("k-bin", new byte[70_000]).build();
    StreamProbe server = ends.acceptNext();
    StreamProbe request = ends.open(OpenCall.of("a/b").withMetadata(huge));
    ends.settle();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, request.end().code());
    assertEquals(Executed.NO, request.end().executed());
    StreamProbe answered = ends.open(OpenCall.of("a/b"));
    ends.settle();
    server.stream().sendHeaders(huge);
    ends.settle();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, answered.end().code());
    StreamProbe second = ends.acceptNext();
    StreamProbe trailed = ends.open(OpenCall.of("a/b"));
    ends.settle();
    second.stream().end(StatusCode.OK, "", huge);
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, trailed.end().code());
    assertEquals("[ready]", ends.client.life.toString());
  }

  @Test
  void callsWaitForThePeersLimitAndTheRestAreRefused() {
    Ends ends = Ends.ready(Configs.calls(2, 3, 1 << 20));
    List<StreamProbe> servers = new ArrayList<>();
    ends.acceptor = (stream, call) -> {
      StreamProbe probe = new StreamProbe();
      probe.opened(stream);
      servers.add(probe);
      return probe;
    };
    List<StreamProbe> calls =
        IntStream.range(0, 7).mapToObj(i -> ends.open(OpenCall.of("a/b"))).toList();
    ends.settle();
    assertEquals(2, servers.size());
    for (StreamProbe refused : calls.subList(5, 7)) {
      assertEquals(StatusCode.RESOURCE_EXHAUSTED, refused.end().code());
      assertEquals(Executed.NO, refused.end().executed());
    }
    calls.get(3).stream().cancel(StatusCode.CANCELLED, "while it waits");
    for (int ended = 0; ended < 4; ended++) {
      assertEquals(Math.min(4, ended + 2), servers.size(), "after " + ended + " ended");
      servers.get(ended).stream().end(StatusCode.OK, "", Metadata.EMPTY);
      ends.settle();
    }
    ends.assertNothingLeft();
    assertEquals(StatusCode.OK, calls.get(4).end().code());
    assertEquals(Executed.NO, calls.get(3).end().executed());
  }

  @Test
  void aSenderThatIgnoresReadinessEndsItsStream() {
    Ends ends = Ends.ready(Configs.calls(10, 10, 100_000));
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    ends.settle();
    assertTrue(client.stream().isReady());
    for (int i = 0; i < 11; i++) {
      client.stream().sendMessage(Body.wrap(new byte[10_000]));
    }
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertEquals(StatusCode.CANCELLED, server.end().code());
  }

  @Test
  void anAnswerThatMayNotWaitReachesTheClientAsTheReason() {
    Ends ends = Ends.ready(Configs.calls(10, 10, 100_000));
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    client.stream().request(1);
    ends.settle();
    server.stream().sendMessage(Body.wrap(new byte[100_001]));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertEquals(
        "more than 100000 bytes wait to be sent on one stream", client.end().description());
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, server.end().code());
    assertEquals(1, ends.server.engine.snapshot().limitHits());
  }

  @Test
  void aMessageLongerThanAllMemoryEndsItsStream() {
    Ends ends = Ends.ready();
    ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    client.stream().sendMessage(Body.wrap(new byte[65 * Ends.SLAB]));
    ends.assertNothingLeft();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
  }

  private static List<Body> takeAll(Supplier<Optional<Body>> source) {
    List<Body> hog = new ArrayList<>();
    for (Optional<Body> body = source.get(); body.isPresent(); body = source.get()) {
      hog.add(body.get());
    }
    return hog;
  }

  @Test
  void whenSendMemoryIsShortAMessageWaitsUntilItIsWanted() {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    List<Body> hog = takeAll(() -> ends.client.pool.allocateToSend(Ends.SLAB / 2));
    client.stream().sendMessage(Body.wrap(Ends.pattern(100_000, 3)));
    client.stream().halfClose();
    ends.settle();
    assertEquals(0, ends.client.cord.openLeases(), "nobody waits for it");
    server.stream().requestAhead(2);
    ends.settle();
    assertEquals(0, ends.client.cord.openLeases(), "still nobody waits");
    server.stream().want();
    ends.settle();
    assertTrue(server.halfClosed, () -> server.events.toString());
    hog.forEach(Body::close);
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
    assertArrayEquals(Ends.pattern(100_000, 3), server.messages.getFirst());
  }

  @Test
  void anAnswerForWhichNoMemoryComesFreeEndsItsCallInTime() {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    client.stream().request(2);
    ends.settle();
    List<Body> kept = takeAll(() -> ends.client.pool.allocateToReceive(Ends.SLAB / 2));
    kept.addAll(takeAll(() -> ends.client.pool.allocateAhead(Ends.SLAB / 2)));
    server.stream().sendMessage(Body.wrap(new byte[100_000]));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    long waitNanos = ends.client.pool.config().waitNanos();
    ends.clock.advance(waitNanos - 1);
    ends.settle();
    assertFalse(client.isClosed(), "it may still come");
    ends.clock.advance(1);
    ends.settle();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertEquals(
        "no registered memory for 100000 bytes came free within 5000 ms: close bodies, or raise"
            + " bodies.receiveBytes",
        client.end().description());
    assertEquals(1, ends.client.engine.snapshot().limitHits());
    kept.forEach(Body::close);
    ends.assertNothingLeft();
  }

  @Test
  void aRequestForWhichNoMemoryComesFreeEndsItsCallInTime() {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    List<Body> kept = takeAll(() -> ends.client.pool.allocateUrgently(Ends.SLAB / 2));
    client.stream().sendMessage(Body.wrap(new byte[100_000]));
    ends.settle();
    ends.clock.advance(ends.client.pool.config().waitNanos());
    ends.settle();
    assertFalse(client.isClosed(), "the server does not want it yet");
    server.stream().request(1);
    ends.settle();
    ends.clock.advance(ends.client.pool.config().waitNanos());
    ends.settle();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    kept.forEach(Body::close);
    ends.assertNothingLeft();
  }

  @Test
  void whenSendMemoryIsUsedUpMessagesWait() {
    Ends ends = Ends.ready();
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    List<Body> hog = takeAll(() -> ends.client.pool.allocateUrgently(Ends.SLAB / 2));
    client.stream().sendMessage(Body.wrap(Ends.pattern(100_000, 3)));
    client.stream().halfClose();
    ends.settle();
    server.stream().request(1);
    ends.settle();
    assertFalse(server.halfClosed, () -> server.events.toString());
    hog.forEach(Body::close);
    ends.until("the message came", () -> server.halfClosed);
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
    assertEquals(1, server.messages.size());
  }
}
