// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What answers tell of time, and of which request. */
final class ScoreboardTest {
  private static final int FIRST = 0xff_fffa;
  private static final int END = 10;

  private final Scoreboard scoreboard =
      new Scoreboard(new Pool<>(PacketTables::new), new RoundTrips());

  private static int psn(int index) {
    return (FIRST + index) & 0xff_ffff;
  }

  private void write(int from, int to, long nowNanos) {
    for (int at = from; at < to; at++) {
      scoreboard.sent(psn(at), 0, false, nowNanos);
    }
  }

  @Test
  void anAnswerTellsHowLongItsPacketTook() {
    write(0, END, 128);
    scoreboard.beginAnswer();
    scoreboard.executed(psn(0), psn(END - 1), 20_608);
    assertEquals(20_480, scoreboard.sampleNanos(20_608), "ns");
  }

  /** What was kept behind a missing packet is answered when that has come a second time. */
  @Test
  void anAnswerThatWaitedForARepairTellsNoTime() {
    write(0, END, 128);
    scoreboard.lose(psn(0));
    scoreboard.sent(psn(0), 0, true, 30_000);
    scoreboard.beginAnswer();
    scoreboard.executed(psn(0), psn(END - 1), 60_000);
    assertEquals(0, scoreboard.sampleNanos(60_000), "ns");
  }

  @Test
  void whatIsSentAfterARepairTellsTimeAgain() {
    write(0, 5, 128);
    scoreboard.lose(psn(0));
    scoreboard.sent(psn(0), 0, true, 30_000);
    write(5, END, 40_064);
    scoreboard.executed(psn(0), psn(4), 60_000);
    scoreboard.passed(psn(0), 5);
    scoreboard.beginAnswer();
    scoreboard.executed(psn(5), psn(END - 1), 60_544);
    assertEquals(20_480, scoreboard.sampleNanos(60_544), "ns");
  }

  /** Of a long READ one packet was asked for again: what comes behind answers the first request. */
  @Test
  void dataBehindARepeatedRequestAnswersTheFirstOne() {
    scoreboard.sent(psn(0), END, false, 0);
    scoreboard.arrived(psn(1), 20_000);
    assertTrue(scoreboard.isAsked(psn(3)), "asked for, since others of the answer have come");
    scoreboard.lose(psn(3));
    scoreboard.sent(psn(3), 1, true, 21_000);
    assertFalse(scoreboard.isAsked(psn(3)), "the second request may be lost");
    scoreboard.arrived(psn(4), 22_000);
    assertFalse(scoreboard.isAsked(psn(3)), "packet 4 was asked for by the first request");
    assertTrue(scoreboard.isAsked(psn(5)), "so was packet 5");
    scoreboard.arrived(psn(3), 42_000);
    assertTrue(scoreboard.hasArrived(psn(3)));
  }

  /** However many are missing, a request is found without a walk; also when it is over. */
  @Test
  void dataWhoseRequestIsOverCountsAsAskedFor() {
    scoreboard.sent(psn(0), END, false, 0);
    scoreboard.sent(psn(END), END, false, 0);
    assertFalse(scoreboard.isAsked(psn(1)), "nothing has come");
    scoreboard.arrived(psn(0), 20_000);
    scoreboard.passed(psn(0), 1);
    assertTrue(scoreboard.isAsked(psn(END - 1)));
    assertFalse(scoreboard.isAsked(psn(END + 1)), "of the second READ nothing has come");
  }
}
