// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ports that come while a braid lives get paths; those that go for good lose them. */
final class NewPortsTest {
  private static final int BYTES = 16 << 20;
  private static final long RATE = 100 * Roads.MEGABYTE;
  private static final int LATER = 9;

  private final Roads roads = Roads.four(5);
  private final BraidPair pair = roads.pair;

  NewPortsTest() {
    roads.fabric.path(LATER).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
    roads.fabric.path(LATER).rate(RATE);
    pair.near.braid.allowPorts(new PortPlan(4, 4, List.of(LATER), List.of()));
    pair.far.braid.allowPorts(new PortPlan(4, 4, List.of(), List.of()));
    roads.fabric.ports(5);
  }

  private static void tell(Side side, Kind kind, int port) {
    side.braid.onPort(new PortEvent(kind, port, 4096));
  }

  private static StrandState state(Side side, Path path) {
    return side.braid.snapshot().paths().stream()
        .filter(each -> each.path().equals(path))
        .map(PathSnapshot::state)
        .findFirst()
        .orElse(StrandState.RESTING);
  }

  private boolean good(Path path) {
    return state(pair.near, path) == StrandState.GOOD
        && state(pair.far, path.reversed()) == StrandState.GOOD;
  }

  private long bytesRead() {
    return pair.near.braid.snapshot().paths().stream()
        .filter(each -> each.path().routeLabel() == LATER)
        .mapToLong(each -> each.bytes().read())
        .sum();
  }

  private static int paths(Side side) {
    return side.braid.snapshot().paths().size();
  }

  @Test
  void portOfEitherSideIsJoinedToAllOfTheOthers() {
    for (Side side : List.of(pair.near, pair.far)) {
      NewPortsTest test = new NewPortsTest();
      boolean near = side == pair.near;
      tell(near ? test.pair.near : test.pair.far, Kind.PORT_ADDED, 4);
      assertTrue(test.pair.run(() -> paths(test.pair.near) == 8, Roads.MILLI));
      for (int other = 0; other < 4; other++) {
        Path path = near ? new Path(4, other, LATER) : new Path(other, 4, LATER);
        assertTrue(test.pair.run(() -> test.good(path), 10 * Roads.MILLI), test.pair::toString);
      }
      assertEquals(8, paths(test.pair.far), test.pair::toString);
      test.roads.closeAndCheck();
    }
    roads.closeAndCheck();
  }

  @Test
  void portsOfBothSidesCarryDataAndNothingFails() {
    Roads.Reading reading = roads.read(BYTES);
    tell(pair.near, Kind.PORT_ADDED, 4);
    tell(pair.far, Kind.PORT_ADDED, 4);
    reading.finish(Roads.SECOND);
    assertTrue(pair.run(() -> good(new Path(4, 4, LATER)), 10 * Roads.MILLI), pair::toString);
    roads.read(BYTES).finish(Roads.SECOND);
    assertTrue(bytesRead() > BYTES / 100, pair::toString);
    assertEquals(List.of(), pair.near.failures);
    roads.closeAndCheck();
  }

  @Test
  void portThatGoesForGoodTakesNoMoreRebuildsAndComesBackAsTheSameOne() {
    tell(pair.near, Kind.PORT_ADDED, 4);
    Path path = new Path(4, 0, LATER);
    assertTrue(pair.run(() -> good(path), 10 * Roads.MILLI), pair::toString);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(Roads.MILLI);
    roads.fabric.path(LATER).blackHole();
    tell(pair.near, Kind.PORT_ERROR, 4);
    roads.fabric.path(LATER).release();
    reading.finish(Roads.SECOND);
    roads.pass(20 * Roads.SECOND);
    assertEquals(StrandState.REBUILDING, state(pair.near, path), pair::toString);
    assertEquals(4, pair.near.braid.engine().strands.wanted(), "they hold no place");
    tell(pair.near, Kind.PORT_ACTIVE, 4);
    assertTrue(pair.run(() -> good(path), 10 * Roads.MILLI), pair::toString);
    assertEquals(8, paths(pair.near), "no path comes twice");
    roads.closeAndCheck();
  }

  @Test
  void pathThatIsNeverAnsweredBacksOffAndHarmsNobody() {
    roads.fabric.path(LATER).blackHole();
    tell(pair.far, Kind.PORT_ADDED, 4);
    long before = roads.read(BYTES).finish(Roads.SECOND);
    roads.pass(60 * Roads.SECOND);
    long after = roads.read(BYTES).finish(Roads.SECOND);
    assertTrue(after < 1.2 * before, () -> before + " ns then " + after + pair);
    for (PathSnapshot path : pair.near.braid.snapshot().paths()) {
      if (path.path().routeLabel() == LATER) {
        assertTrue(path.epoch() > 1 && path.epoch() < 60, pair::toString);
        assertTrue(path.state() != StrandState.GOOD, pair::toString);
      }
    }
    assertEquals(0, pair.near.count(Counter.STRANDS_LOST), pair::toString);
    assertEquals(List.of(), pair.near.failures);
    roads.fabric.path(LATER).release();
    roads.closeAndCheck();
  }

  @Test
  void portThatIsOvertakenByItsFirstPathGetsItAllTheSame() {
    pair.far.braid.allowPorts(new PortPlan(4, 4, List.of(), List.of()));
    roads.path(1).latency(50 * Roads.MILLI, 50 * Roads.MILLI);
    for (int i = 0; i < 8; i++) {
      roads.fabric.ports(5 + i);
      tell(pair.near, Kind.PORT_ADDED, 4 + i);
      roads.pass(30 * Roads.MICRO);
    }
    roads.pass(Roads.SECOND);
    assertEquals(List.of(), pair.far.failures, pair::toString);
    assertTrue(good(new Path(11, 0, LATER)) || paths(pair.near) > 16, pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void pairsHaveNoMorePathsThanABraidHasRoomFor() {
    roads.fabric.ports(16);
    tell(pair.near, Kind.PORT_ADDED, 15);
    tell(pair.far, Kind.PORT_ADDED, 15);
    roads.pass(2 * Roads.SECOND);
    assertEquals(64, paths(pair.near), pair::toString);
    int most = pair.near.braid.engine().core.config.maxPaths();
    long good = pair.near.braid.engine().strands.count(StrandState.GOOD);
    assertEquals(most, good, pair::toString);
    assertEquals(List.of(), pair.near.failures);
    assertEquals(List.of(), pair.far.failures);
    roads.closeAndCheck();
  }
}
