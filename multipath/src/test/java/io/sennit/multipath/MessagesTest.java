// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages: once each, whatever becomes of strands; back-pressure; lanes. */
final class MessagesTest {
  private static final int CALLS = 90;

  @Test
  void messagesFlowBothWays() {
    BraidPair pair = new BraidPair(2);
    assertEquals(1, pair.near.send("hello"), "READY was sequence 0");
    pair.far.send("answer");
    pair.settle();
    assertEquals(List.of("hello"), pair.far.messages);
    assertEquals(List.of("answer"), pair.near.messages);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void acceptorsMessageWaitsUntilTheOpenerIsConnected() {
    BraidPair pair = new BraidPair(1);
    assertEquals(StrandState.GOOD, pair.far.path(0).state());
    pair.closeAndCheck();
  }

  @Test
  void messageWhoseCompletionIsLostRunsOnce() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).loseNextCompletions(1);
    pair.near.domain.path(2).loseNextCompletions(1);
    for (int i = 0; i < 8; i++) {
      pair.near.send("call " + i);
    }
    pair.settle();
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(8, pair.far.messages.stream().distinct().count(), pair.far.messages::toString);
    assertEquals(8, pair.far.messages.size(), pair.far.messages::toString);
    assertTrue(pair.far.count(Counter.DUPLICATES_DROPPED) > 0, pair::toString);
    assertTrue(pair.near.count(Counter.MESSAGE_REPLAYS) > 0, pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void droppedMessageArrivesOverAnotherStrand() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).dropNext(1);
    IntStream.range(0, 4).forEach(i -> pair.near.send("call " + i));
    pair.settle();
    assertEquals(4, pair.far.messages.size(), pair.far.messages::toString);
    assertEquals(1, pair.near.count(Counter.STRANDS_LOST), pair::toString);
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(1, pair.near.count(Counter.REBUILDS), pair::toString);
    assertEquals(2, pair.near.path(0).epoch(), pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void windowOfThePeerIsNeverExceeded() {
    BraidPair pair = new BraidPair(1);
    pair.near.domain.path(1).hold();
    int accepted = 0;
    while (pair.near.send("x") >= 0) {
      accepted++;
    }
    assertEquals(Braid.BACK_PRESSURED, pair.near.send("x"));
    // 128 numbers, one taken by READY, the reserve kept.
    assertTrue(accepted <= 128 - 16, "accepted " + accepted);
    assertTrue(pair.near.send("cancel", Lane.CONTROL) >= 0, "the control lane has a reserve");
    pair.settle();
    assertEquals(0, pair.near.writable);
    pair.near.domain.path(1).release();
    pair.settle();
    assertEquals(1, pair.near.writable);
    assertEquals(accepted + 1, pair.far.messages.size());
    pair.checkIdle();
    pair.closeAndCheck();
  }

  /** Where there is a slot for whatever is sent. */
  @Test
  void creditsAloneKeepTheWindow() {
    BraidPair pair = new BraidPair(1, BraidPair.config(128, 1024), 1, LeaseRules.SOUND);
    pair.near.domain.path(1).hold();
    int accepted = 0;
    while (pair.near.send("x") >= 0) {
      accepted++;
    }
    assertTrue(accepted > 64 && accepted <= 128 - 16, "accepted " + accepted);
    pair.near.domain.path(1).release();
    pair.settle();
    assertEquals(accepted, pair.far.messages.size());
    assertEquals(0, pair.far.count(Counter.INTRUSIONS));
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void oneDirectionOfTrafficNeverStarves() {
    BraidPair pair = new BraidPair(2);
    int sent = 0;
    for (int i = 0; i < 1000; i++) {
      while (pair.near.send("x") >= 0) {
        sent++;
      }
      pair.settle();
    }
    assertEquals(sent, pair.far.messages.size());
    assertTrue(sent > 50_000, "sent " + sent);
    assertTrue(pair.far.count(Counter.CREDIT_MESSAGES) > 100, pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void frameOfTheLargestSizeFitsAndALargerOneIsTheCallersFault() {
    BraidPair pair = new BraidPair(1);
    int max = pair.near.braid.maxFrameBytes();
    String largest = "x".repeat(max);
    pair.near.send(largest);
    assertThrows(
        IllegalArgumentException.class, () -> pair.near.braid.send(slot -> max + 1, Lane.NORMAL));
    assertThrows(
        IllegalArgumentException.class, () -> pair.near.braid.send(slot -> -1, Lane.NORMAL));
    pair.near.send("after");
    pair.settle();
    assertEquals(List.of(largest, "after"), pair.far.messages);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void cancelOvertakesItsRequestAndTheRequestNeverRuns() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).hold();
    pair.near.domain.path(2).hold();
    long request = pair.near.send("request");
    pair.near.send("other");
    pair.settle();
    pair.near.domain.path(pathOfTheRequest(pair) == 1 ? 2 : 1).release();
    pair.settle();
    assertEquals(List.of("other"), pair.far.messages);
    assertTrue(pair.far.braid.consume(request), "had not arrived");
    assertEquals(false, pair.far.braid.consume(request), "only once");
    pair.near.domain.path(1).release();
    pair.near.domain.path(2).release();
    pair.settle();
    assertEquals(List.of("other"), pair.far.messages);
    assertEquals(1, pair.far.count(Counter.DUPLICATES_DROPPED));
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static int pathOfTheRequest(BraidPair pair) {
    Strand first = pair.near.braid.engine().strands.path(0).strand;
    boolean onFirst = first != null
        && first.oldest != null
        && first.oldest.work instanceof MessageSlot slot
        && slot.sequence == 1;
    return onFirst ? 1 : 2;
  }

  @Test
  void cancelAfterItsRequestIsNotConsumed() {
    BraidPair pair = new BraidPair(1);
    long request = pair.near.send("request");
    pair.settle();
    assertEquals(false, pair.far.braid.consume(request));
    assertEquals(false, pair.far.braid.consume(request + 100_000), "a number beyond the window");
    assertEquals(false, pair.far.braid.consume(-5));
    pair.closeAndCheck();
  }

  @Test
  void replaysWaitForTheFenceWhenThePeerMightRunOutOfReceives() {
    BraidPair pair = new BraidPair(2, withReplays(16), 1, LeaseRules.SOUND);
    pair.near.domain.path(2).hold();
    pair.near.domain.path(1).hold();
    for (int i = 0; i < CALLS; i++) {
      assertTrue(pair.near.send("call " + i) >= 0, "call " + i);
    }
    pair.far.domain.path(1).freezeDestroy(3);
    pair.near.domain.path(1).giveUp();
    pair.settle();
    assertEquals(16, pair.near.braid.engine().sender.extraCopies(), pair::toString);
    assertEquals(16, pair.near.count(Counter.MESSAGE_REPLAYS), pair::toString);
    assertTrue(pair.near.count(Counter.REPLAYS_POSTPONED) > 0, pair::toString);
    pair.near.domain.path(1).release();
    pair.near.domain.path(2).release();
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(CALLS, pair.far.messages.stream().distinct().count());
    assertEquals(CALLS, pair.far.messages.size());
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static BraidConfig withReplays(int replayMessages) {
    BraidConfig base = BraidPair.config();
    return new BraidConfig(
        base.slotBytes(),
        base.windowMessages(),
        base.sendSlots(),
        base.controlReserve(),
        replayMessages,
        base.maxPaths(),
        base.chunkBytes(),
        base.maxChunkBytes(),
        base.chunksInFlight(),
        base.maxTransfers(),
        base.maxLeases(),
        base.quarantineBytes(),
        base.rebuildMinNanos(),
        base.rebuildMaxNanos(),
        base.silenceNanos(),
        base.retryNanos(),
        base.lifelineRepeatNanos(),
        base.scheduler(),
        base.paths(),
        base.growth(),
        base.classes(),
        base.intrusions());
  }

  @Test
  void afterTheEndSendAnswersClosed() {
    BraidPair pair = new BraidPair(1);
    pair.near.braid.fail("enough");
    assertEquals(Braid.CLOSED, pair.near.send("x"));
    pair.settle();
    assertEquals(List.of("enough"), pair.near.failures);
    pair.near.braid.fail("a second cause");
    pair.closeAndCheck();
    assertEquals(List.of("enough"), pair.near.failures);
    assertEquals(Braid.CLOSED, pair.near.send("x"));
  }

  @Test
  void userThatThrowsEndsTheSessionOnly() {
    BraidPair pair = new BraidPair(1);
    pair.far.hook = (sequence, frame) -> {
      throw new IllegalStateException("user's bug");
    };
    pair.near.send("x");
    pair.settle();
    assertTrue(pair.far.failures.getFirst().contains("user's bug"), pair.far.failures::toString);
    pair.closeAndCheck();
  }
}
