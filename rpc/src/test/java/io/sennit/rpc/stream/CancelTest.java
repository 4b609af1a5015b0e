// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CancelTest {
  private static final int LONG = 100_000;

  private final Ends ends = Ends.ready();
  private final StreamProbe server = ends.acceptNext();
  private final StreamProbe client = ends.open(OpenCall.of("a/b"));

  private void cancel() {
    client.stream().cancel(StatusCode.CANCELLED, "enough");
  }

  private void assertCancelled(Executed executed) {
    ends.assertNothingLeft();
    assertEquals(StatusCode.CANCELLED, client.end().code());
    assertEquals("enough", client.end().description());
    assertEquals(executed, client.end().executed());
    assertFalse(client.end().cancelledByPeer());
    assertEquals("[ready]", ends.client.life.toString());
    assertEquals("[ready]", ends.server.life.toString());
  }

  /** What its listener throws ends neither the session nor the call of somebody else. */
  @Test
  void aListenerThatThrowsAtTheEndOfItsCallIsToldOnce() {
    AtomicInteger told = new AtomicInteger();
    AssertionError thrown = new AssertionError("expected by the test");
    RpcStream stream = ends.client.engine.open(OpenCall.of("a/b"), throwing(thrown, told));
    stream.cancel(StatusCode.CANCELLED, "enough");
    ends.settle();
    assertEquals(1, told.get());
    cancel();
    assertCancelled(Executed.MAYBE);
  }

  @Test
  void aListenerThatHasNoMemoryIsToldOfTheEndForTenSeconds() {
    AtomicInteger told = new AtomicInteger();
    OutOfMemoryError thrown = new OutOfMemoryError("expected by the test");
    RpcStream stream = ends.client.engine.open(OpenCall.of("a/b"), throwing(thrown, told));
    stream.cancel(StatusCode.CANCELLED, "enough");
    CallStream call = (CallStream) stream;
    Throwable first =
        assertThrows(AssertionError.class, () -> ends.client.step()).getCause();
    assertEquals(thrown, first);
    for (int i = 2; i <= 1_000; i++) {
      assertThrows(OutOfMemoryError.class, call::goOnEnding);
      assertEquals(i, told.get());
    }
    ends.clock.advance(10_000_000_000L);
    ends.settle();
    call.goOnEnding();
    assertEquals(1_001, told.get());
    assertTrue(call.isOver(), "it was told for long enough");
  }

  /** Its errors are its own, as its exceptions are. */
  @Test
  void aListenerThatFailsAnAssertionEndsItsOwnCallOnly() {
    ends.settle();
    StreamProbe failing = ends.acceptNext();
    AtomicReference<StreamEnd> end = new AtomicReference<>();
    ends.client
        .engine
        .open(OpenCall.of("a/b"), new StreamListener() {
          @Override
          public void onMessage(Body message) {
            message.close();
            throw new AssertionError("expected by the test");
          }

          @Override
          public void onClosed(StreamEnd ended) {
            end.set(ended);
          }
        })
        .request(1);
    ends.settle();
    failing.stream().sendMessage(Body.wrap(new byte[100]));
    ends.settle();
    assertEquals(StatusCode.INTERNAL, end.get().code());
    cancel();
    assertCancelled(Executed.MAYBE);
  }

  private static StreamListener throwing(Error atEnd, AtomicInteger told) {
    return new StreamListener() {
      @Override
      public void onMessage(Body message) {
        message.close();
      }

      @Override
      public void onClosed(StreamEnd end) {
        told.incrementAndGet();
        throw atEnd;
      }
    };
  }

  @Test
  void beforeAnythingWasSent() {
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    cancel();
    assertCancelled(Executed.NO);
    assertFalse(server.isClosed(), "the server never heard of it");
    assertEquals(0, ends.server.engine.snapshot().callsStarted());
  }

  @Test
  void whileTheRequestIsOnItsWay() {
    Body target = ends.client.pool.allocateToReceive(LONG).orElseThrow();
    StreamProbe granting = ends.open(OpenCall.of("a/b").withResponseTarget(target));
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    client.stream().sendMessage(Body.wrap(new byte[1000]));
    ends.server.cord.gate = message -> !message.has(Wire.REQUEST);
    ends.client.step();
    assertEquals(2, ends.client.cord.openLeases(), "a loan and a grant were announced");
    cancel();
    granting.stream().cancel(StatusCode.CANCELLED, "enough");
    ends.settle();
    ends.server.cord.gate = message -> true;
    assertCancelled(Executed.MAYBE);
    assertEquals(0, ends.server.engine.snapshot().callsStarted(), "CANCEL was first");
    assertTrue(granting.isClosed());
  }

  @Test
  void beforeARequestWhoseOtherMessagesCameFirst() {
    ends.client.step();
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    client.stream().halfClose();
    ends.server.cord.gate = message -> !message.has(Wire.REQUEST);
    ends.settle();
    cancel();
    ends.settle();
    ends.server.cord.gate = message -> true;
    assertCancelled(Executed.MAYBE);
    assertEquals(0, ends.server.engine.snapshot().callsStarted());
  }

  @Test
  void whileTheServerHasNotAskedForTheBody() {
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    ends.settle();
    cancel();
    assertCancelled(Executed.MAYBE);
    assertEquals(StatusCode.CANCELLED, server.end().code());
    assertTrue(server.end().cancelledByPeer());
    assertEquals(Executed.YES, server.end().executed());
  }

  @Test
  void whileTheBodyIsBeingFetched() {
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    ends.server.cord.transfersRun = false;
    ends.settle();
    server.stream().request(1);
    ends.settle();
    assertEquals(1, ends.server.cord.openTransfers());
    cancel();
    ends.settle();
    assertTrue(client.isClosed(), "the end does not wait for the transfer");
    assertEquals(1, ends.client.cord.openLeases(), "but the memory does");
    assertFalse(ends.client.pool.isIdle(), "it is lent");
    ends.server.cord.transfersRun = true;
    assertCancelled(Executed.MAYBE);
  }

  @Test
  void whileTheAnswerIsBeingWrittenIntoTheTarget() {
    ends.settle();
    StreamProbe answering = ends.acceptNext();
    Body target = ends.client.pool.allocateToReceive(LONG).orElseThrow();
    StreamProbe granting = ends.open(OpenCall.of("a/b").withResponseTarget(target));
    granting.stream().request(1);
    ends.settle();
    ends.server.cord.transfersRun = false;
    answering.stream().sendMessage(Ends.filled(ends.server.pool, LONG, 2));
    answering.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    granting.stream().cancel(StatusCode.CANCELLED, "enough");
    cancel();
    ends.settle();
    assertTrue(answering.isClosed());
    assertTrue(granting.isClosed());
    assertEquals(1, ends.client.cord.openLeases(), "the peer may still write there");
    ends.server.cord.transfersRun = true;
    assertCancelled(Executed.MAYBE);
  }

  @Test
  void afterHeadersTheHandlerIsKnownToHaveRun() {
    ends.settle();
    server.stream().sendHeaders(Metadata.EMPTY);
    ends.settle();
    cancel();
    assertCancelled(Executed.YES);
  }

  @Test
  void atTheSameTimeAsTheEnd() {
    ends.settle();
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.server.step();
    cancel();
    ends.settle();
    assertTrue(server.isClosed());
    assertCancelled(Executed.MAYBE);
  }

  @Test
  void theServerCancels() {
    client.stream().sendMessage(Ends.filled(ends.client.pool, LONG, 1));
    ends.settle();
    server.stream().cancel(StatusCode.DEADLINE_EXCEEDED, "the server's reason");
    ends.assertNothingLeft();
    assertEquals(StatusCode.CANCELLED, client.end().code(), "bare");
    assertTrue(client.end().cancelledByPeer());
    assertEquals(StatusCode.DEADLINE_EXCEEDED, server.end().code());
    assertFalse(server.end().cancelledByPeer());
  }

  @Test
  void bothAtTheSameTime() {
    ends.settle();
    server.stream().cancel(StatusCode.ABORTED, "");
    cancel();
    assertCancelled(Executed.MAYBE);
    assertEquals(StatusCode.ABORTED, server.end().code());
  }

  @Test
  void whatIsSentAfterTheEndIsGivenBack() {
    ends.settle();
    cancel();
    ends.settle();
    Body late = Ends.filled(ends.client.pool, LONG, 1);
    client.stream().sendMessage(late);
    client.stream().halfClose();
    client.stream().request(1);
    client.stream().cancel(StatusCode.ABORTED, "again");
    assertFalse(client.stream().isReady());
    assertCancelled(Executed.MAYBE);
  }
}
