// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More pairs of ports than paths: a further path is the first one of its pair. */
final class FurtherPairsTest {
  private final LoopbackFabric fabric = new LoopbackFabric(7);

  private static Path path(int local, int remote) {
    return new Path(local, remote, 1);
  }

  @Test
  void portFailsAndAPairThatHadNoPathIsTried() {
    fabric.path(1).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
    fabric.path(1).rate(100 * Roads.MEGABYTE);
    fabric.ports(3);
    // What io.sennit.rpc.session.Paths says of three ports on both sides and paths=2.
    BraidPair pair = new BraidPair(
        List.of(path(0, 0), path(1, 1)), GrowthTest.config(2), fabric, LeaseRules.SOUND);
    pair.near.braid.allowPorts(new PortPlan(3, 3, List.of(1), List.of()));
    pair.far.braid.allowPorts(new PortPlan(3, 3, List.of(), List.of()));
    pair.far.braid.allowFurther(List.of());
    pair.near.braid.allowFurther(List.of(path(2, 2)));
    assertTrue(pair.run(pair::allGood, Roads.SECOND), pair::toString);
    pair.near.braid.onPort(new PortEvent(Kind.PORT_ERROR, 1, 4096));
    GrowthTest.flow(pair, Roads.SECOND, false);
    assertEquals(List.of(), pair.far.failures);
    assertEquals(List.of(), pair.near.failures);
    assertEquals(2, GrowthTest.count(pair.near, StrandState.GOOD), pair::toString);
    assertEquals(2, GrowthTest.count(pair.far, StrandState.GOOD), pair::toString);
    pair.closeAndCheck();
  }
}
