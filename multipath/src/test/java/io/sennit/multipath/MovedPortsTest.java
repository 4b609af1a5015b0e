// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of ports are replaced while a braid lives: it goes on with the new ones. */
final class MovedPortsTest {
  private static final int BYTES = 16 << 20;
  private static final int LATER = 9;
  private static final long RATE = 100 * Roads.MEGABYTE;

  /** Far less than a queue pair takes to give up, and than any silence limit. */
  private static final long SHORT = 20 * Roads.MILLI;

  private static Roads roads(int ports) {
    return roads(ports, BraidConfig.defaults());
  }

  private static Roads roads(int ports, BraidConfig config) {
    long[] rates = LongStream.generate(() -> RATE).limit(ports).toArray();
    Roads roads = new Roads(new LoopbackFabric(ports), config, 100 * Roads.MICRO, rates);
    roads.fabric.path(LATER).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
    roads.fabric.path(LATER).rate(RATE);
    roads.pair.near.braid.allowPorts(new PortPlan(ports, ports, List.of(LATER), List.of()));
    roads.pair.far.braid.allowPorts(new PortPlan(ports, ports, List.of(), List.of()));
    return roads;
  }

  private static void tell(Side side, Kind kind, int port) {
    side.braid.onPort(new PortEvent(kind, port, 4096));
  }

  /** The address goes, and there is another one at once. */
  private static void move(Side side, int port) {
    side.domain.movePort(port);
    tell(side, Kind.PORT_ERROR, port);
    tell(side, Kind.ADDRESS_CHANGED, port);
  }

  private static void assertWell(Roads roads) {
    assertTrue(roads.pair.run(roads.pair::allGood, Roads.SECOND), roads.pair::toString);
    roads.read(1 << 20).finish(Roads.SECOND);
    for (Side side : List.of(roads.pair.near, roads.pair.far)) {
      assertEquals(List.of(), side.failures, roads.pair::toString);
    }
    roads.pair.checkIdle();
    roads.closeAndCheck();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void transferGoesOnFromTheNewAddressOfEitherEnd(int ports) {
    for (boolean opener : new boolean[] {true, false}) {
      Roads roads = roads(ports);
      Roads.Reading reading = roads.read(BYTES);
      roads.pass(5 * Roads.MILLI);
      move(opener ? roads.pair.near : roads.pair.far, 0);
      reading.finish(Roads.SECOND);
      assertTrue(roads.longestGapNanos() <= SHORT, roads.longestGapNanos() + " ns");
      assertEquals(ports, roads.pair.near.braid.snapshot().paths().size(), "no path more");
      assertWell(roads);
    }
  }

  @Test
  void bothEndsMoveOneAfterTheOtherAndAtTheSameTime() {
    for (long pauseNanos : new long[] {0, 100 * Roads.MICRO, 400 * Roads.MICRO, Roads.MILLI}) {
      Roads roads = roads(1);
      Roads.Reading reading = roads.read(BYTES);
      roads.pass(5 * Roads.MILLI);
      move(roads.pair.near, 0);
      roads.pass(pauseNanos);
      move(roads.pair.far, 0);
      reading.finish(Roads.SECOND);
      assertTrue(roads.longestGapNanos() <= 2 * SHORT, roads.longestGapNanos() + " ns");
      assertWell(roads);
    }
  }

  /** As with an address that is added, and another one taken away later. */
  @Test
  void onlyPlaceForAStrandGoesToTheOtherPortWhenTheFirstOneFails() {
    for (boolean opener : new boolean[] {true, false}) {
      Roads roads = roads(1, GrowthTest.config(1));
      Side side = opener ? roads.pair.near : roads.pair.far;
      roads.fabric.ports(2);
      tell(side, Kind.PORT_ADDED, 1);
      roads.pass(5 * Roads.SECOND);
      Roads.Reading reading = roads.read(BYTES);
      roads.pass(5 * Roads.MILLI);
      roads.path(1).blackHole();
      tell(side, Kind.PORT_ERROR, 0);
      reading.finish(2 * Roads.SECOND);
      assertTrue(roads.longestGapNanos() <= Roads.SECOND / 2, roads.longestGapNanos() + " ns");
      Path path = opener ? new Path(1, 0, LATER) : new Path(0, 1, LATER);
      assertEquals(StrandState.GOOD, state(roads.pair.near, path), roads.pair::toString);
      roads.closeAndCheck();
    }
  }

  private static StrandState state(Side side, Path path) {
    return side.braid.snapshot().paths().stream()
        .filter(each -> each.path().equals(path))
        .map(PathSnapshot::state)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no path " + path));
  }

  @Test
  void fortyMovesLeaveNothingBehind() {
    Roads roads = roads(2);
    for (int i = 0; i < 40; i++) {
      move(i % 3 == 0 ? roads.pair.far : roads.pair.near, i % 2);
      roads.read(1 << 20).finish(Roads.SECOND);
      assertTrue(roads.pair.run(roads.pair::allGood, Roads.SECOND), roads.pair::toString);
    }
    assertEquals(2, roads.pair.near.braid.snapshot().paths().size(), roads.pair::toString);
    assertEquals(2, roads.pair.far.braid.engine().core.ports.remote());
    assertWell(roads);
  }

  /** PORTS frames that were lost with a lifeline are sent again over the next one. */
  @Test
  void lifelineThatComesLaterIsTold() {
    Roads roads = roads(1);
    Side near = roads.pair.near;
    Side far = roads.pair.far;
    near.lifelineUp = false;
    far.lifelineUp = false;
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(5 * Roads.MILLI);
    move(near, 0);
    roads.pass(150 * Roads.MILLI);
    near.lifelineUp = true;
    far.lifelineUp = true;
    near.braid.onLifelineRenewed();
    far.braid.onLifelineRenewed();
    roads.pass(SHORT);
    assertTrue(roads.pair.allGood(), roads.pair::toString);
    reading.finish(Roads.SECOND);
    assertWell(roads);
  }

  /** The new address overtakes, and is overtaken by, what is said about strands. */
  @Test
  void strandThatIsMadeForAnAddressThatIsOldAlreadyIsMadeAgain() {
    for (int seed = 0; seed < 40; seed++) {
      Roads roads = roads(2);
      roads.path(1).latency(100 * Roads.MICRO, (1 + seed) * 50L * Roads.MICRO);
      for (int i = 0; i < 6; i++) {
        move((i + seed) % 2 == 0 ? roads.pair.near : roads.pair.far, i % 2);
        roads.pass(seed * 30L * Roads.MICRO);
      }
      assertWell(roads);
    }
  }
}
