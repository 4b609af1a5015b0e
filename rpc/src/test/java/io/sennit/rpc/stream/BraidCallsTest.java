// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.Counter;
import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on real braids, while their strands fail. */
class BraidCallsTest {
  private static final int LONG = 3_000_000;

  private final BraidEnds ends = new BraidEnds(1);
  private final StreamProbe server = ends.acceptNext();

  private StreamProbe send(OpenCall call, int bytes) {
    StreamProbe client = ends.open(call);
    client.stream().sendMessage(Ends.filled(ends.client.pool, bytes, 1));
    client.stream().halfClose();
    client.stream().request(2);
    ends.until("the call came", server::isOpened);
    return client;
  }

  private void answer(int bytes) {
    server.stream().sendHeaders(Metadata.EMPTY);
    server.stream().sendMessage(Ends.filled(ends.server.pool, bytes, 2));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
  }

  private void assertAnswered(StreamProbe client, int bytes) {
    ends.until("the call ends", client::isClosed);
    assertEquals(StatusCode.OK, client.end().code(), () -> client.end().toString());
    assertArrayEquals(Ends.pattern(bytes, 1), server.messages.getFirst());
    assertArrayEquals(Ends.pattern(bytes, 2), client.messages.getFirst());
    ends.assertNothingLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 8_000, 30_000, 50_000, LONG})
  void anyLengthThereAndBackAgain(int bytes) {
    StreamProbe client = send(OpenCall.of("a/b"), bytes);
    server.stream().request(1);
    ends.until("the request came", () -> server.halfClosed);
    answer(bytes);
    assertAnswered(client, bytes);
  }

  @Test
  void aStrandDiesWhileTheRequestIsFetched() {
    StreamProbe client = send(OpenCall.of("a/b"), LONG);
    ends.server.domain.path(1).hold();
    ends.client.domain.path(1).hold();
    server.stream().request(1);
    ends.until("fetching", () -> ends.server.count(Counter.READS) > 1);
    ends.fabric.path(1).kill();
    ends.fabric.path(1).release();
    ends.until("the request came", () -> server.halfClosed);
    answer(LONG);
    assertAnswered(client, LONG);
    assertTrue(ends.server.count(Counter.STRANDS_LOST) > 0, ends.server::toString);
  }

  @Test
  void aStrandDiesWhileTheAnswerIsWritten() {
    Body target = ends.client.pool.allocateToReceive(LONG).orElseThrow();
    StreamProbe client = send(OpenCall.of("a/b").withResponseTarget(target), LONG);
    server.stream().request(1);
    ends.until("the request came", () -> server.halfClosed);
    ends.server.domain.path(2).hold();
    answer(LONG);
    ends.until("writing", () -> ends.server.count(Counter.WRITES) > 1);
    ends.fabric.path(2).kill();
    ends.fabric.path(2).release();
    assertAnswered(client, LONG);
    assertEquals(LONG, ends.client.engine.snapshot().received().byWrite());
    assertTrue(ends.server.count(Counter.STRANDS_LOST) > 0, ends.server::toString);
  }

  @Test
  void messagesOfOneStreamOvertakeEachOther() {
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    ends.client.domain.path(1).hold();
    for (int i = 0; i < 40; i++) {
      client.stream().sendMessage(Body.wrap(Ends.pattern(5_000, i)));
    }
    client.stream().halfClose();
    ends.quiet();
    ends.client.domain.path(1).release();
    ends.until("the call came", server::isOpened);
    server.stream().request(100);
    ends.until("all came", () -> server.halfClosed);
    for (int i = 0; i < 40; i++) {
      assertArrayEquals(Ends.pattern(5_000, i), server.messages.get(i), "message " + i);
    }
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
  }

  @Test
  void aCallIsCancelledWhileItsBodyMoves() {
    StreamProbe client = send(OpenCall.of("a/b"), LONG);
    ends.server.domain.path(1).hold();
    ends.server.domain.path(2).hold();
    server.stream().request(1);
    ends.until("fetching", () -> ends.server.count(Counter.READS) > 1);
    client.stream().cancel(StatusCode.CANCELLED, "enough");
    ends.until("both ended", () -> client.isClosed());
    assertTrue(ends.client.count(Counter.OPEN_LEASES) > 0, "the peer is still reading");
    ends.server.domain.path(1).release();
    ends.server.domain.path(2).release();
    ends.assertNothingLeft();
    assertEquals(StatusCode.CANCELLED, server.end().code());
  }

  @Test
  void thePeersDeathEndsTheCallWithTheFirstCause() {
    StreamProbe client = send(OpenCall.of("a/b"), LONG);
    StreamProbe unsent = ends.open(OpenCall.of("c/d"));
    ends.server.domain.vanish();
    ends.until("the calls end", () -> client.isClosed() && unsent.isClosed());
    assertEquals(StatusCode.UNAVAILABLE, client.end().code());
    assertEquals(Executed.MAYBE, client.end().executed());
    assertTrue(!client.end().description().isEmpty());
    ends.until("closed", () -> ends.client.life.contains("closed"));
    assertTrue(ends.client.pool.isIdle(), () -> "bodies: " + ends.client.pool.openBodies());
  }
}
