// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer, or a handler, makes the server hold is charged to its heap before it is there. */
class HeapTest {
  private static final long HEAP_BYTES = 4 << 20;
  private static final int CALLS = 1000;

  private final Ends ends = Ends.withHeap(StreamConfig.defaults(), HEAP_BYTES);
  private final List<StreamProbe> servers = new ArrayList<>();

  private void acceptAll() {
    ends.acceptor = (stream, call) -> {
      StreamProbe probe = new StreamProbe();
      probe.opened(stream);
      servers.add(probe);
      return probe;
    };
  }

  private StreamProbe open(Metadata metadata) {
    return ends.open(OpenCall.of("a/b").withMetadata(metadata));
  }

  /** Little heap is charged as much for many short pairs as for a long one. */
  private static Metadata metadata(int pairs, int valueBytes) {
    Metadata.Builder metadata = Metadata.builder();
    for (int i = 0; i < pairs; i++) {
      metadata.add("k-bin", new byte[valueBytes]);
    }
    return metadata.build();
  }

  private void endAllAndCheck(List<StreamProbe> clients) {
    servers.forEach(server -> server.stream().end(StatusCode.OK, "", Metadata.EMPTY));
    clients.forEach(client -> client.stream().cancel(StatusCode.CANCELLED, "enough"));
    ends.assertNothingLeft();
    assertTrue(ends.server.heap.peakBytes() <= HEAP_BYTES, () -> "too much: " + ends.server.heap);
    assertEquals("[ready]", ends.server.life.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2000})
  void callsBeyondTheHeapAreRefusedUnexecuted(int pairs) {
    acceptAll();
    Metadata metadata = metadata(pairs, 60_000 / pairs - 10);
    List<StreamProbe> clients = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      clients.add(open(metadata));
      ends.settle();
    }
    long refused = clients.stream().filter(StreamProbe::isClosed).count();
    assertTrue(refused > 0 && refused < CALLS, () -> refused + " of " + CALLS);
    assertEquals(CALLS - refused, servers.size());
    StreamEnd last = clients.getLast().end();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, last.code());
    assertEquals(Executed.NO, last.executed());
    assertTrue(last.description().startsWith("the heap holds "), last.description());
    assertTrue(ends.server.engine.snapshot().limitHits() >= refused, "counted");
    endAllAndCheck(clients);
    StreamProbe after = open(metadata);
    ends.settle();
    assertFalse(after.isClosed(), "there is room again");
    after.stream().cancel(StatusCode.CANCELLED, "enough");
    ends.assertNothingLeft();
  }

  /** Its account is closed before callers can know, and they may try again elsewhere. */
  @Test
  void aCallThatComesWhenTheSessionHasEndedIsNotToldOfMemory() {
    ends.client.heap.close();
    StreamProbe late = open(metadata(1, 60_000));
    ends.settle();
    assertEquals(StatusCode.UNAVAILABLE, late.end().code());
    assertEquals("the session has ended", late.end().description());
    assertEquals(Executed.NO, late.end().executed());
  }

  @Test
  void announcedMetadataThatHasNotComeHoldsNothing() {
    acceptAll();
    int calls = 100;
    Metadata metadata = metadata(1, 60_000);
    boolean[] over = new boolean[1];
    ends.server.cord.gate = message -> over[0] || !message.has(Wire.BLOCK);
    List<StreamProbe> clients = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      clients.add(open(metadata));
    }
    ends.settle();
    long held = ends.server.heap.chargedBytes();
    assertTrue(held < calls * 16_384L, () -> held + " for " + calls + " first messages");
    over[0] = true;
    endAllAndCheck(clients);
  }

  /** Answers that nobody reads, for as long as the streams are ready. */
  private List<StreamProbe> unread(int streams, int bytes) {
    List<StreamProbe> clients = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      clients.add(open(Metadata.EMPTY));
      ends.settle();
      while (servers.getLast().stream().isReady()) {
        servers.getLast().stream().sendMessage(Body.onHeap(bytes));
      }
      ends.settle();
    }
    return clients;
  }

  @Test
  void noStreamIsReadyWhileTheHeapIsNearlyUsedUpAndAllAreAfterwards() {
    acceptAll();
    List<Body> hog = new ArrayList<>();
    for (var body = ends.server.pool.allocateUrgently(Ends.SLAB / 2);
        body.isPresent();
        body = ends.server.pool.allocateUrgently(Ends.SLAB / 2)) {
      hog.add(body.get());
    }
    List<StreamProbe> clients = unread(100, 200_000);
    assertTrue(ends.server.heap.chargedBytes() < HEAP_BYTES, ends.server.heap::toString);
    assertFalse(servers.getLast().stream().isReady(), "nothing waits on it, but on others");
    int heard = servers.getLast().readies;
    assertTrue(clients.stream().noneMatch(StreamProbe::isClosed), "nobody failed");
    clients.getFirst().stream().cancel(StatusCode.CANCELLED, "enough");
    ends.until("the last is ready", () -> servers.getLast().readies > heard);
    assertTrue(servers.getLast().stream().isReady(), "as it heard");
    hog.forEach(Body::close);
    endAllAndCheck(clients);
  }

  /** It had something that waited, so it was not among those who wait for room only. */
  @Test
  void aStreamThatDrainsWhileTheHeapIsNearlyUsedUpHearsOfRoomAfterwards() {
    acceptAll();
    StreamProbe client = open(Metadata.EMPTY);
    ends.settle();
    StreamProbe server = servers.getFirst();
    long hogBytes = HEAP_BYTES * 4 / 5;
    assertTrue(ends.server.heap.tryCharge(hogBytes));
    server.stream().sendMessage(Body.onHeap(200_000));
    assertFalse(server.stream().isReady(), "the heap is nearly used up");
    client.stream().request(1);
    ends.until("the message came", () -> client.messages.size() == 1);
    ends.settle();
    int heard = server.readies;
    assertTrue(ends.server.heap.isNearLimit(), "the heap still is");
    release(hogBytes);
    ends.until("it hears", () -> server.readies > heard);
    endAllAndCheck(List.of(client));
  }

  /** By another session, which must not wait for the loop of this one, nor hear of its fate. */
  private void release(long bytes) {
    ends.server.loopIsFull = true;
    ends.server.heap.release(bytes);
    ends.server.loopIsFull = false;
  }

  @Test
  void aHandlerThatIgnoresReadinessEndsItsStreamAndOthersGoOn() {
    acceptAll();
    StreamProbe client = open(Metadata.EMPTY);
    ends.settle();
    for (int i = 0; i < 50; i++) {
      servers.getFirst().stream().sendMessage(Body.onHeap(200_000));
    }
    ends.settle();
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, client.end().code());
    assertTrue(
        client.end().description().startsWith("the heap holds "), client.end().description());
    StreamProbe other = open(Metadata.EMPTY);
    other.stream().request(1);
    ends.settle();
    servers.getLast().stream().sendMessage(Body.onHeap(200_000));
    ends.settle();
    assertEquals(1, other.messages.size());
    endAllAndCheck(List.of(client, other));
  }

  @Test
  void messagesThatNobodyReadsEndTheirStreamsWhenAllMemoryIsUsedUp() {
    acceptAll();
    List<Body> hog = new ArrayList<>();
    for (var body = ends.server.pool.allocateAhead(Ends.SLAB / 2);
        body.isPresent();
        body = ends.server.pool.allocateAhead(Ends.SLAB / 2)) {
      hog.add(body.get());
    }
    List<StreamProbe> clients = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      StreamProbe client = open(Metadata.EMPTY);
      clients.add(client);
      client.stream().sendMessage(Body.wrap(new byte[30_000]));
      client.stream().sendMessage(Body.wrap(new byte[30_000]));
      ends.settle();
    }
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, clients.getLast().end().code());
    assertFalse(clients.getFirst().isClosed(), "the first had room");
    hog.forEach(Body::close);
    endAllAndCheck(clients);
  }
}
