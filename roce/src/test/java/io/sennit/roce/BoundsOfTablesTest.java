// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Bounds that one record says: the one too many is refused in a sentence that names it. */
final class BoundsOfTablesTest {
  private final Pair pair = new Pair(
      1,
      1024,
      EngineConfig.STANDARD.with(new EngineConfig.Tables(2, 2, 1_000_000_000, 3, 4)),
      Pair.BUDGET_BYTES);
  private final Side side = pair.near;

  private void assertRefuses(Runnable oneTooMany, String bound, EngineCounters.Kind counted) {
    IllegalStateException e = assertThrows(IllegalStateException.class, oneTooMany::run);
    String said = String.valueOf(e.getMessage());
    assertTrue(said.contains(bound), said);
    assertEquals(1, side.count(counted), counted.name());
  }

  private void openDatagrams() {
    side.node.engine.createUdQueuePair(new UdConfig(0, 7, 5, 1, false), (message, now) -> {});
  }

  @Test
  void queuePairsForDatagrams() {
    openDatagrams();
    openDatagrams();
    assertRefuses(
        this::openDatagrams, "maxDatagramQueuePairs", EngineCounters.Kind.QUEUE_PAIR_REFUSED);
  }

  @Test
  void unreliableConnections() {
    openUnreliable();
    openUnreliable();
    assertRefuses(
        this::openUnreliable, "maxUnreliableQueuePairs", EngineCounters.Kind.QUEUE_PAIR_REFUSED);
  }

  private void openUnreliable() {
    side.node.engine.createUcQueuePair(side.domain, side.config(side.completions, 0));
  }

  /** Notices of congestion say no more than the number. */
  @Test
  void numbersOfEveryKindAreOutOfTheQuestionForAllKinds() {
    Engine engine = side.node.engine;
    int reliable = side.anotherQueuePair().number();
    int unreliable =
        engine.createUcQueuePair(side.domain, side.config(side.completions, 0)).number();
    int datagrams = engine
        .createUdQueuePair(new UdConfig(0, 7, 5, 1, false), (message, now) -> {})
        .number();
    for (int number : new int[] {reliable, unreliable, datagrams}) {
      assertTrue(engine.hasQueuePair(number), "queue pair " + number);
    }
    assertFalse(engine.hasQueuePair(reliable ^ unreliable ^ datagrams), "a number of none");
  }

  @Test
  void memoryWindows() {
    for (int at = 0; at < 3; at++) {
      side.domain.allocateWindow();
    }
    assertRefuses(side.domain::allocateWindow, "maxWindows", EngineCounters.Kind.WINDOW_REFUSED);
  }

  @Test
  void eventsThatNobodyTakes() {
    for (int at = 0; at < 5; at++) {
      RoceQueuePair ended = side.anotherQueuePair();
      Pair.connect(ended, pair.far.anotherQueuePair());
      ended.toError();
    }
    assertEquals(1, side.count(EngineCounters.Kind.EVENT_DROPPED));
    for (int at = 0; at < 4; at++) {
      assertTrue(side.domain.takeEvent().isPresent(), "event " + at);
    }
    assertTrue(side.domain.takeEvent().isEmpty(), "a fifth event");
  }
}
