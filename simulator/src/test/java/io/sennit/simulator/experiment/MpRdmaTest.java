// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.Seeds;
import io.sennit.simulator.light.Echoes;
import org.junit.jupiter.api.Test;

/** Each rule of {@link MpRdma}. */
final class MpRdmaTest {
  private static final int LABELS = 1 << 30;
  private static final int FIRST = 16;
  private static final double EXACT = 1e-9;

  private final MpRdma policy = new MpRdma(LABELS, new Seeds(3).randomness("mp-rdma"));

  /** The first window has left, and is under way. */
  private void begin() {
    for (int packet = 0; packet < FIRST; packet++) {
      assertTrue(policy.admits(packet, packet));
      policy.label();
    }
    assertFalse(policy.admits(FIRST - 1, FIRST), "nothing has clocked it");
  }

  /** All that may leave now leaves by that way. */
  private void assertClocked(int packets, int label) {
    for (int packet = 0; packet < packets; packet++) {
      assertTrue(policy.admits(1, 1));
      assertEquals(label, policy.label());
    }
    assertFalse(policy.admits(1, 1));
  }

  /** Sent before the first round's end, so that it may not probe. */
  private static Echoes echo(int label, long number) {
    return Echoes.of(label, -1, 10).number(number);
  }

  @Test
  void anAcknowledgementClocksTwoPacketsAtMostByTheWayItCame() {
    begin();
    policy.acked(echo(5, 0).echo());
    assertClocked(2, 5);
  }

  @Test
  void itClocksWhatTheWindowHasRoomFor() {
    begin();
    policy.acked(echo(5, 0).inFlight(FIRST - 1).echo());
    policy.acked(echo(6, 1).inFlight(FIRST - 1).echo());
    assertClocked(1, 5);
    policy.acked(echo(6, 2).inFlight(FIRST).echo());
    assertFalse(policy.admits(FIRST, 1));
  }

  @Test
  void whatTheBitmapHoldsUpLeavesLaterByTheWayThatClockedIt() {
    begin();
    policy.acked(echo(5, 0).inFlight(FIRST - 1).echo());
    assertFalse(policy.admits(FIRST - 1, MpRdma.BITMAP));
    policy.acked(echo(6, 1).inFlight(FIRST - 2).echo());
    assertEquals(5, policy.label());
    assertClocked(1, 6);
  }

  @Test
  void theWindowGrowsByOneARoundAndAMarkTakesAHalf() {
    policy.acked(echo(1, 0).echo());
    assertEquals(FIRST + 1.0 / FIRST, policy.window(), EXACT);
    policy.acked(echo(1, 1).marked().echo());
    assertEquals(FIRST + 1.0 / FIRST - 0.5, policy.window(), EXACT);
  }

  @Test
  void aStragglerClocksNothingAndTakesAPacketOffTheWindow() {
    begin();
    policy.acked(echo(1, 40).echo());
    double before = policy.window();
    policy.acked(echo(2, 40 - MpRdma.DISORDER).echo());
    assertEquals(before + 1 / before, policy.window(), EXACT, "it is not that far behind");
    assertEquals(1, policy.label());
    assertEquals(1, policy.label());
    assertClocked(2, 2);
    before = policy.window();
    policy.acked(echo(3, 40 - MpRdma.DISORDER - 1).echo());
    assertEquals(before + 1 / before - 1, policy.window(), EXACT);
    assertFalse(policy.admits(1, 1));
  }

  @Test
  void whatIsSentAgainIsNoStraggler() {
    begin();
    policy.acked(echo(1, 60).echo());
    double before = policy.window();
    policy.acked(echo(2, 3).again().echo());
    assertEquals(before + 1 / before, policy.window(), EXACT);
    assertEquals(1, policy.label());
    assertEquals(1, policy.label());
    assertClocked(2, 2);
  }

  @Test
  void aWindowThatIsNotUsedIsLost() {
    policy.acked(echo(1, 0).idle().echo());
    assertEquals(FIRST + 1.0 / FIRST - 1, policy.window(), EXACT);
    for (int packet = 1; packet < 100; packet++) {
      policy.acked(echo(1, packet).idle().echo());
    }
    assertTrue(policy.window() >= 1, () -> "a window of " + policy.window());
  }

  @Test
  void theBitmapBoundsHowFarItIsAhead() {
    policy.acked(echo(1, 0).echo());
    assertTrue(policy.admits(1, MpRdma.BITMAP - 1));
    assertFalse(policy.admits(1, MpRdma.BITMAP));
    assertEquals(MpRdma.BITMAP - 1, policy.disorder());
  }

  @Test
  void aLossMovesNoWindowAndSilenceBeginsAgain() {
    begin();
    policy.lost(1);
    policy.timedOut(2, 1_000);
    assertEquals(FIRST, policy.window());
    policy.stalled();
    assertEquals(1, policy.window());
    assertTrue(policy.admits(0, 1));
  }

  @Test
  void onceARoundOnePacketInAHundredTriesAPathAtRandom() {
    begin();
    int probes = 0;
    int rounds = 20_000;
    for (int round = 1; round <= rounds; round++) {
      long sentNanos = 10L * round;
      policy.acked(Echoes.of(7, sentNanos, sentNanos + 10).number(round).echo());
      int first = policy.label();
      assertEquals(7, policy.label(), "one packet tries, not two");
      probes += first == 7 ? 0 : 1;
    }
    int seen = probes;
    assertTrue(seen > rounds / 200 && seen < rounds / 50, () -> seen + " of " + rounds);
    for (int packet = 0; packet < 1_000; packet++) {
      policy.acked(echo(7, rounds).inFlight(FIRST - 1).echo());
      assertEquals(7, policy.label(), "the round has had its chance");
    }
  }
}
