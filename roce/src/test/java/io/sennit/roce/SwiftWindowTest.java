// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What makes a window smaller, and how small. */
final class SwiftWindowTest {
  private static final long RTT_NANOS = 20_000;
  private static final long PACKET_BYTES = 4160;
  private static final long LEAST_BYTES = EngineConfig.STANDARD.leastWindowBytes();

  private final RoundTrips roundTrips = new RoundTrips();
  private final SwiftWindow window = new SwiftWindow(EngineConfig.STANDARD, roundTrips);
  private long nowNanos = 1_000_000_000;

  SwiftWindowTest() {
    roundTrips.take(RTT_NANOS, nowNanos);
  }

  private void nextRoundTrip() {
    nowNanos += 2 * RTT_NANOS;
  }

  private void mark(int times) {
    for (int at = 0; at < times; at++) {
      nextRoundTrip();
      assertTrue(window.marked(nowNanos), "report " + at);
    }
  }

  /** It may be that of a loop which the machine schedules late. */
  @Test
  void delayLeavesTheLeastWindow() {
    for (int at = 0; at < 100; at++) {
      nextRoundTrip();
      window.acknowledged(PACKET_BYTES, 1_000_000_000, true, nowNanos);
    }
    assertEquals(LEAST_BYTES, window.windowBytes());
    assertEquals(0, window.gapNanos(PACKET_BYTES), "ns between packets");
  }

  /** Sixteen flows over 20 us need four kilobytes each: marks have to get them there. */
  @Test
  void marksLeaveLessThanAPacketForEachRoundTrip() {
    mark(30);
    long bytes = window.windowBytes();
    assertTrue(bytes > 0 && bytes < PACKET_BYTES / 8, () -> bytes + " bytes");
    long gapNanos = window.gapNanos(PACKET_BYTES);
    long expected = RTT_NANOS * PACKET_BYTES / bytes;
    assertTrue(Math.abs(gapNanos - expected) <= 1, () -> gapNanos + " ns, not " + expected);
  }

  /** A READ counts as its answer: what follows it must not wait for hundreds of round trips. */
  @Test
  void noGapIsLongerThanAtTheLeastRate() {
    long readBytes = 16 * PACKET_BYTES;
    for (int at = 0; at < 50; at++) {
      roundTrips.take(10_000_000, nowNanos);
      nowNanos += 20_000_000;
      window.marked(nowNanos);
    }
    long gapNanos = window.gapNanos(readBytes);
    double mostNanos = readBytes * 1e9 / DcqcnParameters.STANDARD.least();
    assertTrue(gapNanos > 0 && gapNanos <= mostNanos, gapNanos + " ns of " + mostNanos);
  }

  @Test
  void neitherDelayNorTimeOutsMakeASmallWindowLarger() {
    mark(30);
    long bytes = window.windowBytes();
    window.timedOut(1);
    window.timedOut(2);
    nextRoundTrip();
    window.acknowledged(PACKET_BYTES, 1_000_000_000, true, nowNanos);
    assertEquals(bytes, window.windowBytes());
  }

  @Test
  void aSmallWindowGrowsByAPacketForEachRoundTrip() {
    mark(30);
    long before = window.windowBytes();
    for (int at = 1; at <= 3; at++) {
      nextRoundTrip();
      window.acknowledged(PACKET_BYTES, RTT_NANOS, true, nowNanos);
      long grown = window.windowBytes() - before;
      assertTrue(grown <= at * 4096L, () -> grown + " bytes more");
    }
    assertTrue(window.windowBytes() > 2 * 4096, () -> window.windowBytes() + " bytes");
  }

  @Test
  void muchLossHalvesTheWindowAndLittleDoesNot() {
    long before = window.windowBytes();
    nextRoundTrip();
    window.acknowledged(990_000, 0, true, nowNanos);
    window.lost(10_000, nowNanos);
    nextRoundTrip();
    window.acknowledged(1, 0, true, nowNanos);
    assertEquals(before, window.windowBytes(), "at 1 % loss");
    nextRoundTrip();
    window.acknowledged(400_000, 0, true, nowNanos);
    nextRoundTrip();
    window.lost(400_000, nowNanos);
    assertEquals(before / 2, window.windowBytes(), "at half of it lost");
  }
}
