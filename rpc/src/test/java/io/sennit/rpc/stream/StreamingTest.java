// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamingTest {
  private static final int MESSAGES = 300;

  private final Ends ends = Ends.ready();
  private final StreamProbe server = ends.acceptNext();
  private final StreamProbe client = ends.open(OpenCall.of("a/b"));

  /** Sends while the stream is ready; returns how many of {@code most} were sent. */
  private int sendWhileReady(RpcStream stream, int bytes, int from, int most) {
    int sent = from;
    while (sent < most && stream.isReady()) {
      stream.sendMessage(Ends.filled(stream.session().bodies(), bytes, sent++));
      ends.settle();
    }
    return sent;
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5_000, 30_000, 300_000})
  void aSlowServerBoundsTheClient(int bytes) {
    ends.settle();
    int sent = sendWhileReady(client.stream(), bytes, 0, MESSAGES * 100);
    assertTrue(sent < MESSAGES * 100 || bytes < 200, "readiness must end: " + sent);
    long held = ends.server.pool.openBodies();
    assertTrue(held <= StreamConfig.defaults().windowMessages(), () -> "bodies held: " + held);
    for (int i = 0; i < sent; i++) {
      server.stream().request(1);
      ends.settle();
    }
    client.stream().halfClose();
    ends.settle();
    checkAll(server, bytes, sent);
    assertTrue(server.halfClosed);
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
  }

  private static void checkAll(Probe receiver, int bytes, int sent) {
    assertEquals(sent, receiver.messages.size());
    for (int i = 0; i < sent; i++) {
      assertArrayEquals(Ends.pattern(bytes, i), receiver.messages.get(i), "message " + i);
    }
  }

  @Test
  void aSlowClientHoldsNoMoreThanItsShare() {
    int bytes = 1_000_000;
    ends.settle();
    int sent = sendWhileReady(server.stream(), bytes, 0, 100);
    ends.settle();
    long ahead = StreamConfig.defaults().aheadBytes();
    assertTrue(ends.client.pool.openBodies() <= 2 * ahead / bytes, "ahead is bounded");
    assertTrue(sent < 20, "sent without anybody asking: " + sent);
    for (int i = 0; i < 40; i++) {
      client.stream().request(1);
      ends.settle();
      sent = sendWhileReady(server.stream(), bytes, sent, 40);
      assertTrue(ends.client.pool.openBodies() <= 2 * ahead / bytes, "ahead is bounded");
    }
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    checkAll(client, bytes, 40);
    ends.assertNothingLeft();
  }

  @Test
  void longAnswersArePushedOnceThereAreSeveral() {
    int bytes = 1_000_000;
    ends.settle();
    for (int i = 0; i < 20; i++) {
      client.stream().request(1);
      server.stream().sendMessage(Ends.filled(ends.server.pool, bytes, i));
      ends.settle();
    }
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    checkAll(client, bytes, 20);
    ends.assertNothingLeft();
    BodyBytes received = ends.client.engine.snapshot().received();
    assertTrue(received.byWrite() >= 15L * bytes, received::toString);
  }

  @Test
  void asMuchAsMayBeHeldAheadIsGranted() {
    int bytes = 256 << 10;
    ends.settle();
    for (int i = 0; i < 4; i++) {
      client.stream().request(1);
      server.stream().sendMessage(Ends.filled(ends.server.pool, bytes, i));
      ends.settle();
    }
    long granted = ends.client.pool.openBodies() * (long) bytes;
    long ahead = StreamConfig.defaults().aheadBytes();
    assertTrue(granted <= ahead && granted > ahead * 3 / 4, () -> granted + " of " + ahead);
  }

  @Test
  void longRequestsArePushedToo() {
    ends.settle();
    for (int i = 0; i < 20; i++) {
      server.stream().request(1);
      client.stream().sendMessage(Ends.filled(ends.client.pool, 500_000, i));
      ends.settle();
    }
    client.stream().halfClose();
    ends.settle();
    checkAll(server, 500_000, 20);
    BodyBytes sent = ends.client.engine.snapshot().sent();
    assertTrue(sent.byWrite() >= 15L * 500_000, sent::toString);
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.assertNothingLeft();
  }

  @Test
  void longMessagesOfAStreamMoveInTheirOrderAndThoseOfTwoStreamsBesideEachOther() {
    ends.settle();
    StreamProbe otherServer = ends.acceptNext();
    ends.open(OpenCall.of("a/b"));
    ends.settle();
    for (boolean granted : new boolean[] {false, true}) {
      TestCord moving = granted ? ends.server.cord : ends.client.cord;
      moving.transfersRun = false;
      for (int i = 0; i < 3; i++) {
        server.stream().sendMessage(Ends.filled(ends.server.pool, 256 << 10, i));
        otherServer.stream().sendMessage(Ends.filled(ends.server.pool, 256 << 10, i));
      }
      ends.settle();
      assertEquals(6, moving.lines().size(), "transfers under way");
      assertEquals(2, Set.copyOf(moving.lines()).size(), "lines, one for each stream");
      moving.transfersRun = true;
      ends.settle();
    }
  }

  @Test
  void readinessComesBackOnce() {
    ends.settle();
    int sent = sendWhileReady(client.stream(), 300_000, 0, 1000);
    int before = client.readies;
    for (int i = 0; i < sent; i++) {
      server.stream().request(1);
      ends.settle();
    }
    assertEquals(before + 1, client.readies);
    assertTrue(client.stream().isReady());
    client.stream().cancel(StatusCode.CANCELLED, "");
    ends.assertNothingLeft();
  }

  @Test
  void theEndComesAfterTheMessages() {
    ends.settle();
    server.stream().sendMessage(Body.wrap(new byte[10]));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    assertEquals("[]", client.events.toString(), "the message comes first");
    client.stream().request(1);
    ends.settle();
    assertEquals("[message of 10, closed OK]", client.events.toString());
  }
}
