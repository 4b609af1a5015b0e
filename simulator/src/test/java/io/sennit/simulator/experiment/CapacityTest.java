// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.simulator.World;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.fabric.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The capacity between senders and receivers. */
final class CapacityTest {
  private static final long RATE = LinkConfig.STANDARD.rateBytesPerSecond();
  private static final long MILLI = 1_000_000;

  /** The capacity in units of one link's rate. */
  private static double capacity(Topology topology, Traffic traffic, List<Fault> faults, long at) {
    Plan plan = new Plan("x", topology, traffic, faults, 4, 50 * MILLI, 20_000, 1, false);
    List<FlowSpec> flows = traffic.flows(World.of(1).seeds().randomness("traffic"));
    return new Capacity(plan, flows).bytesPerSecond(at) / RATE;
  }

  private static double four(List<Fault> faults, long at) {
    return capacity(Topologies.parallel(4, LinkConfig.STANDARD), Traffics.pair(8, 1), faults, at);
  }

  @Test
  void linksSideBySideAddUpLessWhatFails() {
    assertEquals(4, four(List.of(), 0));
    List<Fault> cut = List.of(new Fault.Cut(3, 5 * MILLI));
    assertEquals(4, four(cut, 5 * MILLI - 1));
    assertEquals(3, four(cut, 5 * MILLI));
    assertEquals(3.9, four(List.of(new Fault.Grey(0, 0, 100_000)), MILLI), 1e-6);
    List<Fault> flap = List.of(new Fault.Flap(1, MILLI, 2 * MILLI, MILLI));
    assertEquals(4, four(flap, 0));
    assertEquals(3, four(flap, MILLI));
    assertEquals(4, four(flap, 3 * MILLI));
    assertEquals(3, four(flap, 4 * MILLI));
  }

  @Test
  void whatAllGoThroughIsTheBound() {
    Topology dumbbell = Topologies.dumbbell(4, LinkConfig.STANDARD);
    assertEquals(1, capacity(dumbbell, random -> List.of(spec(0, 4), spec(1, 5)), List.of(), 0));
    assertEquals(2, capacity(dumbbell, random -> List.of(spec(0, 1), spec(2, 3)), List.of(), 0));
    Topology leaves = Topologies.leafSpine(9, 8, 8, LinkConfig.STANDARD);
    assertEquals(1, capacity(leaves, Traffics.incast(64, 1), List.of(), 0));
    Topology tree = Topologies.fatTree(4, LinkConfig.STANDARD);
    assertEquals(16, capacity(tree, Traffics.permutation(16, 1), List.of(), 0));
  }

  private static FlowSpec spec(int source, int destination) {
    return new FlowSpec(source, destination, 1, 0);
  }
}
