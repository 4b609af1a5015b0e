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
  void everyBuiltInExperimentIsThereByName() {
    List<String> names = Catalogue.all().stream().map(Experiment::name).toList();
    assertEquals(
        List.of(
            "links-unequal",
            "link-cut",
            "link-grey",
            "flap",
            "incast-64",
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
