// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.light.PipeConfig;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Goodput is what comes to the receiving port, for all policies alike. */
final class GoodputTest {
  private static final long MILLI = 1_000_000;
  private static final long SAMPLE_NANOS = 20_000;
  private static final LinkConfig LINK = LinkConfig.STANDARD.withRate(1_250_000_000);

  private static Plan plan(Topology topology, Traffic traffic, List<Fault> faults, boolean full) {
    return new Plan("goodput", topology, traffic, faults, 8, 50 * MILLI, SAMPLE_NANOS, 1, full);
  }

  /** Packets that are lost, and second copies of what is slow. */
  @ParameterizedTest
  @EnumSource(Policy.class)
  void noLookShowsMoreThanTheLinksCarry(Policy policy) {
    Topology four = Topologies.parallel(List.of(LINK, LINK, LINK, LINK.withRate(125_000_000)));
    List<Fault> faults = List.of(new Fault.Grey(1, 0, 50_000), new Fault.Cut(2, 3 * MILLI));
    check(plan(four, Traffics.pair(4, 2 << 20), faults, true), policy, 4);
  }

  private static Plan incast() {
    return plan(Topologies.leafSpine(2, 4, 4, LINK), Traffics.incast(7, 1 << 19), List.of(), false);
  }

  static List<Policy> policiesOfIncast() {
    return Policy.of(incast());
  }

  @ParameterizedTest
  @MethodSource("policiesOfIncast")
  void noLookShowsMoreThanOneReceiverCanTake(Policy policy) {
    check(incast(), policy, 1);
  }

  private static void check(Plan plan, Policy policy, int links) {
    TrialResult result = Trial.run(plan, policy, 1);
    List<FlowSpec> flows = result.flows().stream().map(FlowResult::spec).toList();
    double carried = new Capacity(plan, flows).bytesPerSecond(0) * SAMPLE_NANOS / 1e9;
    // A packet counts when all of it has come, and may have begun to before the look.
    double most = carried + links * PipeConfig.PAYLOAD_BYTES;
    List<Long> timeline = result.timeline();
    for (int at = 1; at < timeline.size(); at++) {
      long came = timeline.get(at) - timeline.get(at - 1);
      int look = at;
      assertTrue(came >= 0 && came <= most, () -> came + " bytes of " + most + " at look " + look);
    }
    assertTrue(result.deliveredBytes() <= result.offeredBytes(), result::toString);
    for (FlowResult flow : result.flows()) {
      assertEquals(flow.isDone(), flow.deliveredBytes() == flow.spec().bytes(), flow::toString);
    }
  }
}
