// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gaps of single packets become those of bursts, at the same rate. */
final class PacerTest {
  private static final long PACKET_BYTES = 4096;
  private static final long SECOND = 1_000_000_000;

  /** So many nanoseconds for each byte, and nothing else. */
  private record Rate(double nanosPerByte) implements CongestionControl {
    @Override
    public long windowBytes() {
      return Long.MAX_VALUE;
    }

    @Override
    public long gapNanos(long bytes) {
      return (long) (bytes * nanosPerByte);
    }

    @Override
    public void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos) {}

    @Override
    public void timedOut(int inARow) {}

    @Override
    public void lost(long bytes, long nowNanos) {}

    @Override
    public boolean marked(long nowNanos) {
      return false;
    }
  }

  /** What a sender that always has something sends when each of its timers is late. */
  private record Sent(long bytes, long wakes, long mostAtOnce) {
    static Sent within(Pacer pacer, long nanos, long lateNanos) {
      long nowNanos = 1;
      long bytes = 0;
      long wakes = 0;
      long most = 0;
      while (nowNanos < nanos) {
        long burst = 0;
        while (pacer.isOpen(nowNanos)) {
          pacer.sent(PACKET_BYTES, nowNanos);
          burst += PACKET_BYTES;
        }
        bytes += burst;
        most = Math.max(most, burst);
        wakes++;
        nowNanos = pacer.deadlineNanos() + lateNanos;
      }
      return new Sent(bytes, wakes, most);
    }
  }

  private static void assertNear(long bytes, Sent sent, long tolerance) {
    assertTrue(Math.abs(sent.bytes() - bytes) <= tolerance, () -> sent + " of " + bytes);
  }

  @Test
  void aFastRateLeavesInWholeSends() {
    Sent sent = Sent.within(new Pacer(new Rate(1)), SECOND / 100, 0);
    assertNear(SECOND / 100, sent, 2 * Pacer.BURST_BYTES);
    assertTrue(sent.wakes() <= sent.bytes() / Pacer.BURST_BYTES + 2, sent.toString());
  }

  @Test
  void timersThatAreALittleLateCostNoRate() {
    Sent sent = Sent.within(new Pacer(new Rate(1)), SECOND / 100, 40_000);
    assertNear(SECOND / 100, sent, 3 * Pacer.BURST_BYTES);
    assertTrue(sent.mostAtOnce() <= 2 * Pacer.BURST_BYTES + PACKET_BYTES, sent.toString());
  }

  @Test
  void aSlowRateLeavesInSmallerBursts() {
    Sent sent = Sent.within(new Pacer(new Rate(10)), SECOND / 10, 0);
    assertNear(SECOND / 100, sent, 4 * PACKET_BYTES);
    assertTrue(sent.mostAtOnce() <= 4 * PACKET_BYTES, sent.toString());
  }

  @Test
  void aVerySlowRateLeavesPacketByPacket() {
    Sent sent = Sent.within(new Pacer(new Rate(1_000)), SECOND, 0);
    assertNear(SECOND / 1_000, sent, 2 * PACKET_BYTES);
    assertEquals(PACKET_BYTES, sent.mostAtOnce(), sent.toString());
  }

  /** The origin of a clock is arbitrary. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE + 5, -SECOND, 0, SECOND, Long.MAX_VALUE - 5})
  void aPauseIsAsLongWhateverTheClockSays(long nowNanos) {
    Pacer pacer = new Pacer(new Rate(1_000));
    assertTrue(pacer.isOpen(nowNanos), "before anything was sent");
    pacer.sent(PACKET_BYTES, nowNanos);
    assertFalse(pacer.isOpen(nowNanos), "at once");
    long pauseNanos = pacer.deadlineNanos() - nowNanos;
    long gapNanos = PACKET_BYTES * 1_000;
    assertTrue(pauseNanos > 0 && pauseNanos <= gapNanos, pauseNanos + " ns of " + gapNanos);
    assertTrue(pacer.isOpen(nowNanos + pauseNanos), "after it");
  }

  @Test
  void withoutGapsNothingWaits() {
    Pacer pacer = new Pacer(new Rate(0));
    for (int at = 0; at < 1_000; at++) {
      assertTrue(pacer.isOpen(5), "packet " + at);
      pacer.sent(PACKET_BYTES, 5);
    }
    assertEquals(Engine.NO_TIMER, pacer.deadlineNanos());
  }
}
