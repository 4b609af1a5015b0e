// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Messages that the transport acknowledges and nobody executes, as those in whose place somebody
 * has put a packet of its own: the peer's own word is what counts.
 */
final class SwallowedMessagesTest {
  private static final long SECOND = 1_000 * BraidPair.MILLI;

  /** Nothing else is sent that could show a gap. */
  @Test
  void lastMessageThatIsSwallowedComesWithinASecond() {
    BraidPair pair = new BraidPair(2);
    pair.fabric.path(1).displaceNext(1);
    pair.fabric.path(2).displaceNext(1);
    pair.near.send("call");
    pair.settle();
    assertEquals(0, pair.near.braid.engine().sender.used(), "all of it is acknowledged");
    assertEquals(List.of(), pair.far.messages);
    pair.await(() -> pair.far.messages.equals(List.of("call")), SECOND);
    assertTrue(pair.near.count(Counter.MESSAGES_SWALLOWED) > 0, pair::toString);
    assertTrue(pair.near.count(Counter.STRANDS_LOST) > 0, pair::toString);
    pair.await(pair::allGood, 10 * SECOND);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void swallowedMessageAmongOthersHoldsNobodyUpForLong() {
    BraidPair pair = new BraidPair(1);
    for (int call = 0; call < 500; call++) {
      if (call == 50) {
        pair.fabric.path(1).displaceNext(1);
      }
      long triedNanos = pair.nowNanos;
      while (pair.near.send("call " + call) < 0) {
        assertTrue(pair.nowNanos - triedNanos < SECOND, pair::toString);
        pair.advance(BraidPair.MILLI);
      }
    }
    pair.await(() -> pair.far.messages.size() == 500, SECOND);
    assertEquals(500, pair.far.messages.stream().distinct().count());
    pair.await(pair::allGood, 10 * SECOND);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  /** Questions and answers are messages as well. */
  @Test
  void swallowedQuestionsAndAnswersAreAskedAgain() {
    BraidPair pair = new BraidPair(2);
    pair.near.send("call");
    pair.settle();
    for (int i = 0; i < 3; i++) {
      pair.near.domain.path(1).displaceNext(1);
      pair.near.domain.path(2).displaceNext(1);
      pair.far.domain.path(1).displaceNext(1);
      pair.far.domain.path(2).displaceNext(1);
      pair.advance(300 * BraidPair.MILLI);
    }
    pair.near.send("another");
    pair.await(() -> pair.far.messages.size() == 2, 3 * SECOND);
    pair.advance(20 * SECOND);
    assertEquals(List.of("call", "another"), pair.far.messages);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void peerThatNeverTellsIsLostAtTheSilenceLimit() {
    BraidPair pair = new BraidPair(2);
    pair.far.domain.path(1).displaceNext(Integer.MAX_VALUE);
    pair.far.domain.path(2).displaceNext(Integer.MAX_VALUE);
    pair.near.send("call");
    long startNanos = pair.nowNanos;
    pair.await(() -> !pair.near.failures.isEmpty(), 60 * SECOND);
    assertTrue(pair.nowNanos - startNanos < 11 * SECOND, pair::toString);
    assertTrue(
        pair.near.failures.getFirst().contains("what it has received"),
        pair.near.failures::toString);
    pair.closeAndCheck();
  }

  /** However long it takes until it is asked at all. */
  @Test
  void peerThatNeverTellsIsLostAtTheSilenceLimitAfterALateQuestion() {
    IntrusionTuning late = new IntrusionTuning(60 * SECOND, 16, 10 * SECOND);
    BraidConfig config = BraidPair.config().withIntrusions(late);
    BraidPair pair = new BraidPair(2, config, 1, LeaseRules.SOUND);
    pair.far.domain.path(1).displaceNext(Integer.MAX_VALUE);
    pair.far.domain.path(2).displaceNext(Integer.MAX_VALUE);
    pair.near.send("call");
    pair.advance(60 * SECOND);
    assertEquals(List.of(), pair.near.failures);
    pair.await(() -> !pair.near.failures.isEmpty(), 11 * SECOND);
    pair.closeAndCheck();
  }

  /** Nobody could answer while the question was under way. */
  @Test
  void questionThatIsUnderWayForAlmostTheSilenceLimitIsAskedAgain() {
    BraidPair pair = new BraidPair(2);
    pair.near.send("call");
    pair.settle();
    hold(pair.near);
    pair.advance(9_900 * BraidPair.MILLI);
    pair.far.domain.path(1).displaceNext(1);
    pair.far.domain.path(2).displaceNext(1);
    release(pair.near);
    pair.advance(20 * SECOND);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  /** It was repeated during an outage that ends just before the limit. */
  @Test
  void answerToAQuestionThatWasAcknowledgedJustNowIsWaitedFor() {
    BraidPair pair = new BraidPair(2);
    pair.far.domain.path(1).displaceNext(1);
    pair.far.domain.path(2).displaceNext(1);
    pair.near.send("call");
    pair.settle();
    long sent = pair.near.count(Counter.MESSAGES_SENT);
    pair.advance(300 * BraidPair.MILLI);
    assertEquals(sent + 1, pair.near.count(Counter.MESSAGES_SENT), "a question");
    hold(pair.near);
    pair.advance(9_900 * BraidPair.MILLI);
    hold(pair.far);
    release(pair.near);
    pair.advance(100 * BraidPair.MILLI);
    release(pair.far);
    pair.advance(20 * SECOND);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static void hold(Side side) {
    side.domain.path(1).hold();
    side.domain.path(2).hold();
  }

  private static void release(Side side) {
    side.domain.path(1).release();
    side.domain.path(2).release();
  }

  @Test
  void tooManyInARowEndTheSessionWithTheCause() {
    IntrusionTuning strict = new IntrusionTuning(250 * BraidPair.MILLI, 0, 10 * SECOND);
    BraidConfig config = BraidPair.config().withIntrusions(strict);
    BraidPair pair = new BraidPair(1, config, 1, LeaseRules.SOUND);
    pair.near.domain.path(1).displaceNext(1);
    pair.near.send("call");
    pair.await(() -> !pair.near.failures.isEmpty(), SECOND);
    String cause = pair.near.failures.getFirst();
    assertTrue(cause.contains("was acknowledged and has not come"), cause);
    pair.closeAndCheck();
  }

  /** A session with little to say says little more. */
  @Test
  void idleSessionsSayNothing() {
    BraidPair pair = new BraidPair(2);
    pair.near.send("call");
    pair.advance(10 * SECOND);
    long near = pair.near.count(Counter.MESSAGES_SENT);
    long far = pair.far.count(Counter.MESSAGES_SENT);
    pair.advance(100 * SECOND);
    assertEquals(near, pair.near.count(Counter.MESSAGES_SENT));
    assertEquals(far, pair.far.count(Counter.MESSAGES_SENT));
    assertTrue(near + far < 10, near + " and " + far);
    pair.closeAndCheck();
  }

  /** Whatever is swallowed, each message is delivered once. */
  @Test
  void randomLossesBehindAcknowledgementsAreMadeGood() {
    for (int seed = 0; seed < 60; seed++) {
      assertAllComeOnce(seed);
    }
  }

  private static void assertAllComeOnce(int seed) {
    BraidConfig patient =
        BraidPair.config().withIntrusions(new IntrusionTuning(250 * BraidPair.MILLI, 1 << 20, 1));
    BraidPair pair = new BraidPair(3, patient, seed, LeaseRules.SOUND);
    Randomness random = Randomness.seeded(seed);
    int sent = 0;
    for (int round = 0; round < 40; round++) {
      Side side = random.nextBoolean() ? pair.near : pair.far;
      side.domain.path(1 + random.nextInt(3)).displaceNext(random.nextInt(3));
      for (int burst = random.nextInt(8); burst > 0; burst--) {
        sent += pair.near.send("near " + sent) >= 0 ? 1 : 0;
      }
      pair.far.send("far " + round);
      pair.advance(random.nextInt(100) * BraidPair.MILLI);
    }
    for (int path = 1; path <= 3; path++) {
      pair.near.domain.path(path).displaceNext(0);
      pair.far.domain.path(path).displaceNext(0);
    }
    pair.advance(30 * SECOND);
    List<String> expected =
        IntStream.range(0, sent).mapToObj(at -> "near " + at).toList();
    assertEquals(
        expected,
        pair.far.messages.stream().sorted(SwallowedMessagesTest::byNumber).toList());
    assertEquals(40, pair.near.messages.stream().distinct().count(), "seed " + seed);
    assertEquals(40, pair.near.messages.size(), "seed " + seed);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static int byNumber(String one, String other) {
    return Integer.compare(number(one), number(other));
  }

  private static int number(String message) {
    return Integer.parseInt(message.substring(message.indexOf(' ') + 1));
  }
}
