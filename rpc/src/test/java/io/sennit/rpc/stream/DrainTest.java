// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainTest {
  private final Ends ends = Ends.ready();
  private final List<StreamProbe> servers = new ArrayList<>();

  DrainTest() {
    ends.acceptor = (stream, call) -> {
      StreamProbe probe = new StreamProbe();
      probe.opened(stream);
      servers.add(probe);
      return probe;
    };
  }

  private StreamProbe open() {
    return ends.open(OpenCall.of("a/b"));
  }

  private void endAll() {
    servers.forEach(server -> server.stream().end(StatusCode.OK, "", Metadata.EMPTY));
  }

  private void assertOver() {
    ends.settle();
    for (Ends.Side side : List.of(ends.client, ends.server)) {
      assertEquals("closed", side.life.getLast(), () -> side.life.toString());
      assertEquals(1, side.life.stream().filter("terminated"::equals).count());
      assertEquals(1, side.life.stream().filter(e -> e.startsWith("shutdown")).count());
      side.assertNothingLeft("a side");
    }
  }

  @Test
  void theServerFinishesWhatItAccepted() {
    StreamProbe before = open();
    ends.settle();
    ends.server.engine.shutdown();
    ends.settle();
    StreamProbe after = open();
    ends.settle();
    assertEquals(StatusCode.UNAVAILABLE, after.end().code());
    assertEquals(Executed.NO, after.end().executed());
    assertFalse(before.isClosed(), "it goes on");
    assertEquals(List.of("ready", "shutdown OK: the session was shut down"), ends.server.life);
    endAll();
    ends.settle();
    assertEquals(StatusCode.OK, before.end().code());
    assertOver();
  }

  @Test
  void whatCrossesTheGoawayIsRefusedUnexecuted() {
    ends.server.cord.gate = message -> !message.has(Wire.REQUEST);
    StreamProbe crossing = open();
    ends.settle();
    ends.server.engine.shutdown();
    ends.settle();
    assertFalse(ends.server.life.contains("terminated"), "a REQUEST is still to come");
    ends.server.cord.gate = message -> true;
    ends.settle();
    assertEquals(StatusCode.UNAVAILABLE, crossing.end().code());
    assertEquals(Executed.NO, crossing.end().executed());
    assertTrue(servers.isEmpty(), "nothing was run");
    assertOver();
  }

  @Test
  void theClientFinishesWhatItOpened() {
    StreamProbe call = open();
    ends.client.engine.shutdown();
    ends.settle();
    assertEquals(1, servers.size());
    assertFalse(call.isClosed(), "it goes on");
    StreamProbe after = open();
    ends.settle();
    assertEquals(Executed.NO, after.end().executed());
    endAll();
    ends.settle();
    assertEquals(StatusCode.OK, call.end().code());
    assertOver();
  }

  @Test
  void whatTheClientOpenedIsRunThoughItsGoawayComesFirst() {
    ends.client.cord.gate = message -> !message.has(Wire.REQUEST);
    StreamProbe late = open();
    ends.settle();
    ends.client.engine.shutdown();
    ends.settle();
    assertFalse(ends.server.life.contains("terminated"), "a REQUEST is still to come");
    ends.client.cord.gate = message -> true;
    ends.settle();
    assertEquals(1, servers.size(), () -> "it ended with " + late.end());
    endAll();
    ends.settle();
    assertEquals(StatusCode.OK, late.end().code());
    assertOver();
  }

  @Test
  void bothAtOnceWithNothingOpen() {
    ends.client.engine.shutdown();
    ends.server.engine.shutdown();
    assertOver();
  }

  @Test
  void aPeerThatDoesNotAnswerIsGivenUp() {
    ends.client.cord.gate = message -> false;
    ends.server.engine.shutdown();
    ends.settle();
    assertFalse(ends.server.life.contains("terminated"));
    ends.clock.advance(StreamConfig.defaults().drainNanos());
    ends.server.step();
    assertTrue(ends.server.life.contains("terminated"), () -> ends.server.life.toString());
  }

  @Test
  void shutdownNowEndsEveryCallWithTheCause() {
    StreamProbe sent = open();
    ends.settle();
    ends.client.cord.normalSlots(0);
    StreamProbe unsent = open();
    ends.client.engine.shutdownNow("the test pulls the plug");
    ends.settle();
    assertEquals("the test pulls the plug", sent.end().description());
    assertEquals(StatusCode.UNAVAILABLE, sent.end().code());
    assertEquals(Executed.MAYBE, sent.end().executed());
    assertEquals(Executed.NO, unsent.end().executed());
    assertEquals(StatusCode.UNAVAILABLE, servers.getFirst().end().code());
    assertOver();
    StreamProbe later = open();
    ends.settle();
    assertEquals("the test pulls the plug", later.end().description());
  }
}
