// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Background;
import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Rail;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to the first route of a fabric. Confined to one thread. */
final class Incidents {
  private static final Logger LOG = LoggerFactory.getLogger(Incidents.class);

  private final Fabric fabric;
  private @Nullable Background background;
  private boolean deserted;

  Incidents(Fabric fabric) {
    this.fabric = fabric;
  }

  /** Something that one can do to every rail of it. */
  void happen(Consumer<Rail> what) {
    fabric.route(0).forEach(what);
  }

  /** Something that one can do to every rail of the last route. */
  void happenToLast(Consumer<Rail> what) {
    fabric.route(fabric.routes() - 1).forEach(what);
  }

  /** The last route's ports have no addresses any more. */
  void desert() {
    happenToLast(Rail::desert);
    deserted = true;
  }

  /** Others send on it at this rate. */
  void fill(int megabits) throws InterruptedException {
    background = Background.fill(fabric, 0, megabits);
  }

  /** All is as it was. */
  void end() throws InterruptedException {
    happen(Rail::heal);
    happen(Rail::plug);
    happen(rail -> rail.slowTo(1));
    if (deserted) {
      happenToLast(Rail::restore);
      deserted = false;
    }
    if (background != null) {
      double megabits = background.end();
      LOG.info("others sent {} Mbit/s", Math.round(megabits));
      background = null;
    }
  }
}
