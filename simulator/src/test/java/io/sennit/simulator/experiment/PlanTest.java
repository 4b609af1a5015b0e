// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What plans are made of. */
final class PlanTest {
  private static Plan plan(int cable, int strands, long horizonNanos, long sampleNanos) {
    return new Plan(
        "bad",
        Topologies.parallel(4, LinkConfig.STANDARD),
        Traffics.pair(1, 1),
        List.of(new Fault.Cut(cable, 0)),
        strands,
        horizonNanos,
        sampleNanos,
        1,
        false);
  }

  private static void refused(String reason, Executable made) {
    assertEquals(reason, assertThrows(IllegalArgumentException.class, made).getMessage());
  }

  @Test
  void badPlansAreRefused() {
    refused("there is no cable 4", () -> plan(4, 1, 100, 10));
    refused("strands is 1 to 16, not 0", () -> plan(0, 0, 100, 10));
    refused("strands is 1 to 16, not 17", () -> plan(0, 17, 100, 10));
    refused("a horizon of 100 ns, looked at every 0 ns", () -> plan(0, 1, 100, 0));
    refused("a horizon of 5 ns, looked at every 10 ns", () -> plan(0, 1, 5, 10));
    refused("0 ns down and 1 ns up", () -> new Fault.Flap(0, 0, 0, 1));
    refused("a flow of 1 bytes from host 3 to host 3 at 0 ns", () -> new FlowSpec(3, 3, 1, 0));
    refused("a flow of 0 bytes from host 3 to host 4 at 0 ns", () -> new FlowSpec(3, 4, 0, 0));
    refused("x has no plans", () -> new Experiment("x", "", List.of()));
  }

  @Test
  void inAPermutationEveryHostSendsAndHearsOnceAndNotOfItself() {
    for (long seed = 1; seed <= 100; seed++) {
      List<FlowSpec> flows = Traffics.permutation(7, 9).flows(Randomness.seeded(seed));
      Set<Integer> heard = new HashSet<>();
      flows.forEach(flow -> heard.add(flow.destination()));
      assertEquals(7, flows.size());
      assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6), heard);
    }
  }

  @Test
  void allToAllIsEveryPairOnce() {
    Set<Integer> pairs = new HashSet<>();
    Traffics.allToAll(5, 9)
        .flows(Randomness.seeded(1))
        .forEach(flow -> pairs.add(5 * flow.source() + flow.destination()));
    assertEquals(20, pairs.size());
  }

  @Test
  void randomFlowsLoadTheirLinesAsTold() {
    long second = 1_000_000_000;
    Traffic traffic = new Traffics.Poisson(8, 0.5, 100_000_000, FlowSizes.STORAGE, second);
    List<FlowSpec> flows = traffic.flows(Randomness.seeded(3));
    double load = flows.stream().mapToLong(FlowSpec::bytes).sum() / 8.0 / 100_000_000;
    assertTrue(load > 0.45 && load < 0.55, () -> load + " of the lines");
    assertTrue(flows.stream().allMatch(flow -> flow.startNanos() <= second), flows::toString);
    refused(
        "a load of 0.0 of 5 bytes per second on 8 hosts",
        () -> new Traffics.Poisson(8, 0, 5, FlowSizes.STORAGE, second));
  }

  @Test
  void sizesAreDrawnAsTheirPointsSay() {
    assertEquals(8_000, FlowSizes.STORAGE.bytesAt(0.6921));
    assertEquals(1, FlowSizes.STORAGE.bytesAt(0));
    assertEquals(2_000_000, FlowSizes.STORAGE.bytesAt(1));
    for (FlowSizes sizes : FlowSizes.values()) {
      Randomness random = Randomness.seeded(5);
      double sum = 0;
      for (int drawn = 0; drawn < 200_000; drawn++) {
        sum += sizes.draw(random);
      }
      double ratio = sum / 200_000 / sizes.meanBytes();
      assertTrue(ratio > 0.95 && ratio < 1.05, () -> sizes + ": " + ratio + " of the mean");
    }
  }

  @Test
  void everyBuiltInExperimentIsThereByName() {
    List<String> names = Catalogue.all().stream().map(Experiment::name).toList();
    assertEquals(
        List.of(
            "links-unequal",
            "link-cut",
            "link-grey",
            "flap",
            "incast-64",
            "websearch-leafspine-128",
            "permutation-leafspine-128",
            "permutation-fattree-1024"),
        names);
    for (String name : names) {
      Plan plan = Catalogue.find(name).orElseThrow().plans().getFirst();
      int hosts = plan.topology().hosts().size();
      for (FlowSpec flow : plan.traffic().flows(Randomness.seeded(1))) {
        assertTrue(flow.source() < hosts && flow.destination() < hosts, () -> name + " " + flow);
      }
    }
    assertTrue(Catalogue.find("link-cuts").isEmpty());
  }
}
