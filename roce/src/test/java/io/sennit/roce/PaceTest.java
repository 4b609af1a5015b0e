// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How fast something is sent, and how fast after notices of congestion. */
final class PaceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int NOTICES = 1_000;

  private final Pace pace = new Pace(Pace.NO_BYTES_PER_SECOND, NOTICES);

  /** Bytes that get through from a moment on, in so long. */
  private long sentBytes(long fromNanos, long nanos) {
    long bytes = 0;
    long nowNanos = fromNanos;
    while (nowNanos < fromNanos + nanos) {
      pace.sent(Pace.TURN_BYTES, nowNanos);
      bytes += Pace.TURN_BYTES;
      nowNanos = pace.isOpen(nowNanos) ? nowNanos + 1_000 : pace.freeNanos();
    }
    return bytes;
  }

  @Test
  void nothingIsPacedWithoutANotice() {
    pace.sent(1L << 40, 7);
    assertTrue(pace.isOpen(7), "closed");
    assertFalse(pace.isSlow(), "slow");
  }

  @Test
  void rateThatWasGivenIsKept() {
    Pace given = new Pace(100_000_000, NOTICES);
    assertTrue(given.isOpen(Long.MIN_VALUE + 5), "closed at first");
    given.sent(1_000, 7);
    assertFalse(given.isOpen(7 + 9_999), "open too early");
    assertTrue(given.isOpen(7 + 10_000), "closed too long");
    given.sent(1_000, 10 * SECOND);
    assertEquals(10 * SECOND + 10_000, given.freeNanos(), "what was not used is not kept");
  }

  @Test
  void noticeHalvesTheRate() {
    pace.marked(7);
    pace.sent(Pace.TURN_BYTES, 7);
    long gapNanos = Pace.TURN_BYTES * SECOND / (Pace.NO_BYTES_PER_SECOND / 2);
    assertFalse(pace.isOpen(7 + gapNanos - 1), "open too early");
    assertTrue(pace.isOpen(7 + gapNanos), "closed too long");
  }

  @Test
  void secondNoticeWithinTheGapIsNone() {
    pace.marked(7);
    pace.marked(7 + Pace.LEAST_GAP_NANOS - 1);
    assertEquals(Pace.NO_BYTES_PER_SECOND / 2, rateAt(7 + Pace.LEAST_GAP_NANOS - 1));
    pace.marked(7 + Pace.LEAST_GAP_NANOS);
    assertEquals(Pace.NO_BYTES_PER_SECOND / 4, rateAt(7 + Pace.LEAST_GAP_NANOS));
  }

  private long rateAt(long nowNanos) {
    long bytes = 1_000_000;
    boolean wasOpen = pace.isOpen(nowNanos);
    long beforeNanos = wasOpen ? nowNanos : pace.freeNanos();
    pace.sent(bytes, nowNanos);
    return bytes * SECOND / (pace.freeNanos() - beforeNanos);
  }

  @Test
  void rateComesBackHalfWayInEachPeriodAndThenToWhereItWas() {
    for (int at = 0; at < 4; at++) {
      pace.marked(7 + at * Pace.LEAST_GAP_NANOS);
    }
    long sinceNanos = 7 + 3 * Pace.LEAST_GAP_NANOS;
    long slowest = Pace.NO_BYTES_PER_SECOND / 16;
    long first = sentBytes(sinceNanos, Pace.PERIOD_NANOS);
    long expected = slowest * Pace.PERIOD_NANOS / SECOND;
    assertTrue(Math.abs(first - expected) <= 2 * Pace.TURN_BYTES, first + ", not " + expected);
    long later = sentBytes(sinceNanos + 5 * Pace.PERIOD_NANOS, Pace.PERIOD_NANOS);
    assertTrue(later > 18 * first / 10 && later < 22 * first / 10, later + " after " + first);
    sentBytes(sinceNanos + SECOND, 1);
    assertFalse(pace.isSlow(), "still slow after a second");
  }

  /** Who forges notices without end neither stops it nor keeps it where it is. */
  @Test
  void forgedNoticesLeaveTheLeastRateAndItComesBackBetweenThem() {
    long nowNanos = 7;
    for (int at = 0; at < NoticeBound.IN_A_ROW; at++) {
      pace.marked(nowNanos);
      nowNanos += Pace.LEAST_GAP_NANOS;
    }
    nowNanos -= Pace.LEAST_GAP_NANOS;
    assertEquals(Pace.LEAST_BYTES_PER_SECOND, rateAt(nowNanos), "after as many as are obeyed");
    long sent = 0;
    for (int at = 0; at < 1_000; at++) {
      nowNanos += Pace.LEAST_GAP_NANOS;
      pace.marked(nowNanos);
      sent += sentBytes(nowNanos, Pace.LEAST_GAP_NANOS);
    }
    assertTrue(sent > 10 * Pace.LEAST_BYTES_PER_SECOND / 20, sent + " bytes in 50 ms");
  }
}
