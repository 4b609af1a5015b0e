// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When goodput is back, told from timelines. */
final class RecoveryTest {
  private static final int FAULT = 100;
  private static final int LOOKS = 400;

  private static OptionalLong recovery(List<Long> steps) {
    Plan plan = new Plan(
        "timeline",
        Topologies.parallel(4, LinkConfig.STANDARD),
        Traffics.pair(1, 1),
        List.of(new Fault.Cut(3, FAULT * 1_000)),
        4,
        LOOKS * 1_000,
        1_000,
        0.75,
        false);
    List<Long> timeline = new ArrayList<>(List.of(0L));
    steps.forEach(step -> timeline.add(timeline.getLast() + step));
    return new Recovery(plan, timeline, 10_000, LOOKS * 1_000).nanos();
  }

  /** 100 a look, nothing from look 100 on for a while, then as much as is told. */
  private static List<Long> steps(int gap, long after) {
    return IntStream.range(0, LOOKS)
        .mapToObj(at -> at < FAULT ? 100L : at < FAULT + gap ? 0L : after)
        .toList();
  }

  @Test
  void whatNeverFellIsBackAtOnce() {
    assertEquals(OptionalLong.of(0), recovery(steps(0, 75)));
  }

  @Test
  void aGapIsSeenThroughAWindow() {
    // Of 25 looks a fifth, 5, may be empty.
    assertEquals(OptionalLong.of(95_000), recovery(steps(100, 75)));
  }

  @Test
  void whatStaysLowIsNotBack() {
    assertEquals(OptionalLong.empty(), recovery(steps(10, 59)));
  }

  @Test
  void withoutAnEndThereIsNoTelling() {
    assertEquals(OptionalLong.empty(), recovery(steps(0, 75).subList(0, FAULT + 20)));
  }
}
