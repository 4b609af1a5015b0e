// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Paths whose port has gone leave their places to those of other ports. */
final class GoneForGoodTest {
  private static final int BEGUN = 4;
  private static final int PORTS = PortPlan.MOST_PORTS;
  private static final int LATER = 9;
  private static final int BYTES = 2 << 20;

  private final Roads roads = Roads.four(11);
  private final BraidPair pair = roads.pair;
  private final Map<Path, Integer> epochs = new HashMap<>();
  private final Set<Path> carried = new HashSet<>();
  private final List<String> repeated = new ArrayList<>();

  GoneForGoodTest() {
    roads.fabric.path(LATER).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
    roads.fabric.path(LATER).rate(100 * Roads.MEGABYTE);
    pair.near.braid.allowPorts(new PortPlan(BEGUN, BEGUN, List.of(LATER), List.of()));
    pair.far.braid.allowPorts(new PortPlan(BEGUN, BEGUN, List.of(), List.of()));
    roads.fabric.ports(PORTS);
    for (int port = BEGUN; port < PORTS; port++) {
      tell(Kind.PORT_ERROR, port, port);
    }
    roads.pass(Roads.MILLI);
  }

  private void tell(Kind kind, int nearPort, int farPort) {
    pair.near.braid.onPort(new PortEvent(kind, nearPort, 4096));
    pair.far.braid.onPort(new PortEvent(kind, farPort, 4096));
  }

  private static PathSnapshot path(Side side, Path path) {
    return side.braid.snapshot().paths().stream()
        .filter(each -> each.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no path " + path));
  }

  private boolean good(Path path) {
    return side(pair.near).contains(path) && side(pair.far).contains(path.reversed());
  }

  private static List<Path> side(Side side) {
    return side.braid.snapshot().paths().stream()
        .filter(each -> each.state() == StrandState.GOOD)
        .map(PathSnapshot::path)
        .toList();
  }

  /** The ports of one pair come, their paths carry data, and they go. */
  private void visit(int nearPort, int farPort) {
    Path path = new Path(nearPort, farPort, LATER);
    tell(Kind.PORT_ACTIVE, nearPort, farPort);
    assertTrue(pair.run(() -> good(path), 20 * Roads.MILLI), () -> path + " " + pair);
    int epoch = path(pair.near, path).epoch();
    roads.read(BYTES).finish(Roads.SECOND);
    note();
    assertTrue(path(pair.near, path).bytesRead() > 0, () -> path + " " + pair);
    assertEquals(epoch, path(pair.near, path).epoch(), "no other life meanwhile");
    tell(Kind.PORT_ERROR, nearPort, farPort);
    roads.pass(20 * Roads.MILLI);
  }

  /** The life of each path that has carried something, which comes after the last one seen. */
  private void note() {
    for (PathSnapshot now : pair.near.braid.snapshot().paths()) {
      if (now.state() == StrandState.GOOD && now.path().routeLabel() == LATER) {
        int before = epochs.getOrDefault(now.path(), 0);
        epochs.put(now.path(), now.epoch());
        if (now.epoch() <= before) {
          repeated.add(now.path() + " has epoch " + now.epoch() + " after " + before);
        }
        if (now.bytesRead() > 0) {
          carried.add(now.path());
        }
      }
    }
  }

  private void checkAndClose() {
    for (Side side : List.of(pair.near, pair.far)) {
      assertEquals(List.of(), side.failures);
      assertTrue(side.braid.snapshot().paths().size() <= Places.MOST, pair::toString);
      assertEquals(BEGUN * 3, side.domain.liveQueuePairs(), "those of the beginning");
    }
    assertEquals(List.of(), repeated);
    pair.checkIdle();
    roads.closeAndCheck();
  }

  @Test
  void hundredsOfPathsComeAndGoInTurnAndAllCarryData() {
    for (int nearPort = BEGUN; nearPort < PORTS; nearPort++) {
      for (int farPort = BEGUN; farPort < PORTS; farPort++) {
        visit(nearPort, farPort);
      }
    }
    assertEquals(Places.MOST, pair.near.braid.snapshot().paths().size(), pair::toString);
    assertTrue(carried.size() > 200, () -> carried.size() + " paths have carried data");
    checkAndClose();
  }

  @Test
  void furtherPathsThatHaveBroughtNothingLeaveTheirPlacesToANewPort() {
    StrandSet strands = pair.near.braid.engine().strands;
    for (int label = 100; strands.size() < Places.MOST; label++) {
      StrandPath tried = strands.add(new Path(0, 0, label));
      tried.spare = true;
      tried.resting = true;
      tried.worthwhile = label == 100;
    }
    tell(Kind.PORT_ACTIVE, BEGUN, BEGUN);
    Path path = new Path(BEGUN, BEGUN, LATER);
    assertTrue(pair.run(() -> good(path), Roads.SECOND), pair::toString);
    assertEquals(Places.MOST, strands.size(), "some of them have left");
    assertNotNull(strands.find(new Path(0, 0, 100)), "one that may be opened again at once");
    tell(Kind.PORT_ERROR, BEGUN, BEGUN);
    roads.pass(Roads.SECOND);
    checkAndClose();
  }

  @Test
  void furtherStrandsGiveWayToAPortThatHasNone() {
    Engine near = pair.near.braid.engine();
    for (Side side : List.of(pair.near, pair.far)) {
      side.braid.allowFurther(List.of());
    }
    for (int label = 100; near.strands.wanted() < near.core.config.maxPaths(); label++) {
      roads.fabric.path(label).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
      near.opening.allow(List.of(new Path(0, 0, label)));
      assertEquals(1, near.opening.open(1, "a test wants it"));
      assertTrue(pair.run(near.opening::isGood, Roads.SECOND), pair::toString);
      near.opening.keep();
    }
    tell(Kind.PORT_ACTIVE, BEGUN, BEGUN);
    Path path = new Path(BEGUN, BEGUN, LATER);
    assertTrue(pair.run(() -> good(path), Roads.SECOND), pair::toString);
    assertTrue(near.strands.wanted() <= near.core.config.maxPaths(), pair::toString);
    tell(Kind.PORT_ERROR, BEGUN, BEGUN);
    roads.pass(Roads.SECOND);
    pair.checkIdle();
    roads.closeAndCheck();
  }

  @Test
  void portsThatFindNoPlaceGetOneWhenOthersGo() {
    for (int port = BEGUN; port < PORTS - 1; port++) {
      tell(Kind.PORT_ACTIVE, port, port);
    }
    roads.pass(Roads.SECOND);
    assertEquals(Places.MOST, pair.near.braid.snapshot().paths().size(), pair::toString);
    tell(Kind.PORT_ACTIVE, PORTS - 1, PORTS - 1);
    roads.pass(Roads.SECOND);
    Path last = new Path(PORTS - 1, PORTS - 1, LATER);
    assertTrue(!good(last), pair::toString);
    for (int port = BEGUN; port < PORTS - 1; port++) {
      tell(Kind.PORT_ERROR, port, port);
    }
    assertTrue(pair.run(() -> good(last), Roads.SECOND), pair::toString);
    tell(Kind.PORT_ERROR, PORTS - 1, PORTS - 1);
    roads.pass(Roads.SECOND);
    checkAndClose();
  }

  @Test
  void pairsThatWaitGetThePlacesOfStrandsAsSoonAsTheseAreOver() {
    for (int port = BEGUN; port < PORTS; port++) {
      pair.near.braid.onPort(new PortEvent(Kind.PORT_ACTIVE, port, 4096));
      roads.pass(20 * Roads.MILLI);
    }
    Path first = new Path(BEGUN, 0, LATER);
    assertTrue(good(first), pair::toString);
    pair.far.braid.onPort(new PortEvent(Kind.PORT_ACTIVE, BEGUN, 4096));
    roads.pass(Roads.SECOND);
    StrandSet known = pair.near.braid.engine().strands;
    Path last = new Path(PORTS - 1, BEGUN, LATER);
    assertNull(known.find(last), pair::toString);
    pair.near.braid.onPort(new PortEvent(Kind.PORT_ERROR, BEGUN, 4096));
    roads.pass(Roads.SECOND);
    assertNotNull(known.find(last), pair::toString);
    assertNull(known.find(first), pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void portThatIsBackInTimeHasItsPathsAndTheirFiguresStill() {
    visit(4, 4);
    Path path = new Path(4, 4, LATER);
    long before = path(pair.near, path).bytesRead();
    int epoch = path(pair.near, path).epoch();
    visit(4, 5);
    visit(4, 4);
    assertEquals(epoch + 2, path(pair.near, new Path(4, 0, LATER)).epoch(), "in turn");
    assertEquals(epoch + 1, path(pair.near, path).epoch(), pair::toString);
    assertTrue(path(pair.near, path).bytesRead() > before, pair::toString);
    checkAndClose();
  }
}
