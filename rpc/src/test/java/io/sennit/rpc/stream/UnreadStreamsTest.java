// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream that nobody reads holds its own share, and what others wait for comes. */
class UnreadStreamsTest {
  private final Ends ends = Ends.ready();

  /** The server's sides of streams that send for as long as they are ready, and are not read. */
  private List<StreamProbe> unread(int streams, int bytes) {
    List<StreamProbe> clients = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      StreamProbe server = ends.acceptNext();
      StreamProbe client = ends.open(OpenCall.of("a/unread"));
      client.stream().requestAhead(4);
      ends.settle();
      while (server.stream().isReady()) {
        server.stream().sendMessage(Body.wrap(new byte[bytes]));
      }
      ends.settle();
      clients.add(client);
    }
    return clients;
  }

  private void answered(int bytes) {
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    client.stream().request(2);
    client.stream().sendMessage(Body.wrap(new byte[1]));
    client.stream().halfClose();
    ends.settle();
    server.stream().request(1);
    ends.until("the request came", () -> server.halfClosed);
    server.stream().sendMessage(Body.wrap(new byte[bytes]));
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.until("the call ended", client::isClosed);
    assertEquals(StatusCode.OK, client.end().code());
    assertEquals(bytes, client.messages.getFirst().length);
  }

  @ParameterizedTest
  @CsvSource({"300, 20000", "300, 32768", "100, 1000000", "300, 200000"})
  void callsBesideThemAreAnswered(int streams, int bytes) {
    List<StreamProbe> clients = unread(streams, bytes);
    for (int answer : new int[] {1, 100, 32_768, 100_000, 3_000_000}) {
      answered(answer);
    }
    clients.forEach(client -> client.stream().cancel(StatusCode.CANCELLED, "never read"));
    ends.assertNothingLeft();
  }

  @Test
  void whatNobodyWaitsForLeavesTheMemoryOfThoseWhoWait() {
    List<StreamProbe> clients = unread(100, 1_000_000);
    Body whole = ends.client.pool.allocateToReceive(64L * Ends.SLAB).orElseThrow();
    whole.close();
    clients.forEach(client -> client.stream().cancel(StatusCode.CANCELLED, "never read"));
    ends.assertNothingLeft();
  }

  @Test
  void aStreamThatIsReadAfterAllGetsEverythingInOrder() {
    List<StreamProbe> clients = unread(100, 500_000);
    for (StreamProbe client : clients) {
      int before = client.messages.size();
      client.stream().requestAhead(1);
      client.stream().want();
      ends.until("one more", () -> client.messages.size() > before);
    }
    clients.forEach(client -> client.stream().cancel(StatusCode.CANCELLED, "enough"));
    ends.assertNothingLeft();
  }

  @Test
  void theMoreWaitsToBeSentTheLessAStreamMayAdd() {
    long streams = 100;
    int bytes = 100_000;
    unread((int) streams, bytes);
    long limit = StreamConfig.defaults().sessionQueuedBytes();
    long queued = ends.server.engine.shared().queueShare().queuedBytes();
    assertTrue(queued < limit + streams * bytes, () -> queued + " of " + limit);
    StreamProbe server = ends.acceptNext();
    ends.open(OpenCall.of("a/b"));
    ends.settle();
    assertTrue(server.stream().isReady(), "nothing waits on it");
    server.stream().sendMessage(Body.wrap(new byte[(int) limit]));
    assertFalse(server.stream().isReady(), "much does now");
  }
}
