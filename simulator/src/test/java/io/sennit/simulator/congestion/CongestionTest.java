// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.Congestion;
import io.sennit.roce.EngineConfig;
import io.sennit.simulator.congestion.Setting.Load;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queue pairs that share a bottleneck. */
final class CongestionTest {
  private static final Trial.Lengths SHORT = new Trial.Lengths(4, 8);

  /** DCQCN leaves the rate of its beginning, and returns from what is too little, slowly. */
  private static final Trial.Lengths LONG = new Trial.Lengths(20, 10);

  private static Figures run(Setting setting, Congestion congestion, long seed) {
    Trial.Lengths lengths = congestion == Congestion.DCQCN ? LONG : SHORT;
    return Trial.of(setting, EngineConfig.STANDARD.withCongestion(congestion), lengths, seed);
  }

  @ParameterizedTest
  @EnumSource
  void fourFlowsShareABottleneckThatMarks(Congestion congestion) {
    Figures figures = run(new Setting(Load.STEADY, 4, 20, true, 0), congestion, 1);
    assertTrue(figures.goodput() > 0.5, figures::toString);
    assertTrue(figures.fairness() > 0.8, figures::toString);
    assertTrue(figures.queueMicros().p50() < 60, figures::toString);
    assertTrue(figures.droppedPercent() < 0.5, figures::toString);
  }

  /** With 64 KiB for each round trip at least, a fifth of all packets found no room. */
  @Test
  void sixteenFlowsOverAShortRouteDoNotFillTheQueue() {
    Figures figures = run(new Setting(Load.STEADY, 16, 20, true, 0), Congestion.SWIFT, 1);
    assertTrue(figures.goodput() > 0.85, figures::toString);
    assertTrue(figures.queueMicros().p50() < 150, figures::toString);
    assertTrue(figures.droppedPercent() < 1, figures::toString);
  }

  @ParameterizedTest
  @EnumSource
  void aQueueThatDoesNotMarkIsNotOverrun(Congestion congestion) {
    Figures figures = run(new Setting(Load.STEADY, 4, 20, false, 0), congestion, 1);
    assertTrue(figures.goodput() > 0.8, figures::toString);
    assertTrue(figures.droppedPercent() < 15, figures::toString);
  }

  @Test
  void everyMessageOfAnIncastEnds() {
    Figures figures = run(new Setting(Load.INCAST, 16, 20, true, 0), Congestion.SWIFT, 1);
    // 16 x 64 KiB in half a millisecond are two thirds of what the bottleneck carries.
    assertEquals(0.67, figures.goodput(), 0.05, figures.toString());
    assertTrue(figures.messageMicros().p99() < 1_000, figures::toString);
  }

  @Test
  void aLateFlowGetsItsShare() {
    Figures figures = run(new Setting(Load.LATE, 4, 20, true, 0), Congestion.SWIFT, 1);
    assertTrue(figures.settledMillis() > 0, figures::toString);
  }

  @Test
  void sameSeedSameFiguresAndOtherSeedOthers() {
    Setting lossy = new Setting(Load.STEADY, 1, 20, false, 10_000);
    Figures first = run(lossy, Congestion.SWIFT, 5);
    assertEquals(first, run(lossy, Congestion.SWIFT, 5));
    assertNotEquals(first, run(lossy, Congestion.SWIFT, 6));
  }

  @Test
  void fairnessIsJains() {
    assertEquals(1, Figures.fairness(new long[] {5, 5, 5}), 1e-9);
    assertEquals(0.25, Figures.fairness(new long[] {0, 8, 0, 0}), 1e-9);
    assertEquals(0, Figures.fairness(new long[] {0, 0}), 1e-9);
  }

  @Test
  void percentilesAreOfSamples() {
    Samples samples = Samples.of(new long[] {4, 1, 3, 2});
    assertEquals(2, samples.percentile(50));
    assertEquals(4, samples.percentile(99));
    assertEquals(1, samples.percentile(1));
    assertEquals(0, Samples.of(new long[0]).percentile(50));
  }
}
