// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.GrowthTuning;
import io.sennit.multipath.IntrusionTuning;
import io.sennit.multipath.PathTuning;
import io.sennit.multipath.Scheduling;
import io.sennit.multipath.TrafficClasses;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.List;

/** Flows by production braids, one for each flow. */
final class BraidCarrier implements Carrier {
  private static final long MILLI = 1_000_000;

  private final Fabric fabric;
  private final int strands;
  private final Nics nics;

  /** What braids run on. */
  interface Nics {
    /** Two braids that are not connected, and memory at both ends. */
    BraidFlow open(FlowSpec spec, BraidConfig config, long session);
  }

  BraidCarrier(Fabric fabric, int strands, Nics nics) {
    this.fabric = fabric;
    this.strands = strands;
    this.nics = nics;
  }

  static Carrier onModel(World world, Fabric fabric, int strands) {
    return new BraidCarrier(fabric, strands, new ModelNics(world, fabric));
  }

  static Carrier onEngine(World world, Fabric fabric, int strands) {
    return new BraidCarrier(fabric, strands, new EngineNics(world, fabric));
  }

  @Override
  public Flow open(FlowSpec spec, int index) {
    List<Path> paths = paths(fabric.portsOf(spec.source()).size());
    BraidFlow flow = nics.open(spec, braid(paths.size()), 1 + index);
    flow.connect(paths);
    return flow;
  }

  /** Defaults but for what serves messages and many transfers, of which there are few here. */
  private static BraidConfig braid(int paths) {
    return new BraidConfig(
        1_024,
        128,
        128,
        16,
        64,
        paths,
        64 << 10,
        256 << 10,
        8,
        4,
        8,
        256L << 20,
        100 * MILLI,
        30_000 * MILLI,
        10_000 * MILLI,
        MILLI,
        100 * MILLI,
        Scheduling.EARLIEST_FINISH,
        PathTuning.defaults(),
        GrowthTuning.defaults(),
        TrafficClasses.STANDARD,
        IntrusionTuning.defaults());
  }

  private List<Path> paths(int ports) {
    List<Path> paths = new ArrayList<>();
    for (int at = 0; at < Math.max(strands, ports); at++) {
      paths.add(new Path(at % ports, at % ports, 1 + at / ports));
    }
    return paths;
  }
}
