// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The window that marks move. */
final class EcnWindowTest {
  private long nowNanos;

  /** So many packets that left together are acknowledged a round later. */
  private void round(EcnWindow window, int packets, int marked) {
    long sentNanos = nowNanos;
    nowNanos += 1_000;
    for (int at = 0; at < packets; at++) {
      Echo echo = new Echo();
      echo.sentNanos = sentNanos;
      echo.nowNanos = nowNanos;
      echo.marked = at < marked;
      window.acked(echo);
    }
  }

  @Test
  void withoutMarksItDoublesUpToItsBound() {
    EcnWindow window = new EcnWindow(100);
    round(window, 16, 0);
    assertEquals(32, window.packets());
    round(window, 32, 0);
    round(window, 64, 0);
    assertEquals(100, window.packets());
    assertTrue(window.admits(99));
    assertFalse(window.admits(100));
  }

  @Test
  void ifAllIsMarkedItIsHalvedOnceARound() {
    EcnWindow window = new EcnWindow(1_000);
    round(window, 16, 0);
    round(window, 32, 32);
    double halved = window.packets();
    assertTrue(halved > 15 && halved < 21, () -> halved + " packets");
  }

  @Test
  void fewMarksCutLittleOnceTheyAreKnownToBeFew() {
    EcnWindow window = new EcnWindow(1_000);
    for (int at = 0; at < 100; at++) {
      round(window, 16, at % 10 == 0 ? 1 : 0);
    }
    double before = window.packets();
    round(window, 16, 1);
    double kept = window.packets() / before;
    assertTrue(kept > 0.95, () -> kept + " of the window is left");
  }

  @Test
  void aLossCostsItsPlaceAndSilenceTheWindow() {
    EcnWindow window = new EcnWindow(1_000);
    window.lost();
    assertEquals(15, window.packets());
    window.stalled();
    assertEquals(1, window.packets());
    round(window, 20, 0);
    assertTrue(window.packets() < 16, () -> window.packets() + " packets");
  }
}
