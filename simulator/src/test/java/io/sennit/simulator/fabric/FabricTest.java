// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FabricTest {
  private static final LinkConfig LINK = LinkConfig.STANDARD;

  static Stream<Topology> topologies() {
    return Stream.of(
        Topologies.parallel(1, LINK),
        Topologies.dumbbell(3, LINK),
        Topologies.leafSpine(3, 2, 2, LINK),
        Topologies.rail(3, 1, LINK),
        Topologies.fatTree(4, LINK));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void everyHostReachesEveryOther(Topology topology) {
    Post post = new Post(1, topology);
    int hosts = topology.hosts().size();
    for (int from = 0; from < hosts; from++) {
      for (int to = 0; to < hosts; to++) {
        if (from != to) {
          post.send(post.port(from, 0), post.port(to, 0), 100, 5);
        }
      }
    }
    post.settle();
    assertEquals((long) hosts * (hosts - 1), post.arrived, () -> post.arrivals.toString());
    assertEquals(0, post.fabric.pool().inUse());
  }

  @Test
  void fatTreeHasTheSizeOfTheBooks() {
    Topology tree = Topologies.fatTree(8, LINK);
    assertEquals(128, tree.hosts().size());
    assertEquals(80, tree.switches().size());
    assertEquals(3 * 128, tree.cables().size());
  }

  @Test
  void flowsAreSpreadOverTheSpinesAndEachStaysOnOne() {
    Post post = new Post(1, Topologies.leafSpine(2, 4, 1, LINK));
    for (int flow = 0; flow < 1_000; flow++) {
      post.send(post.port(0, 0), post.port(1, 0), 100, 1024 + flow);
      post.settle();
    }
    for (int spine = 0; spine < 4; spine++) {
      long flows = post.link("leaf0>spine" + spine).carried();
      assertTrue(flows > 200 && flows < 300, "spine " + spine + " has " + flows);
    }
    long before = post.link("leaf0>spine0").carried();
    for (int again = 0; again < 100; again++) {
      post.send(post.port(0, 0), post.port(1, 0), 100, 9);
    }
    post.settle();
    long more = post.link("leaf0>spine0").carried() - before;
    assertTrue(more == 0 || more == 100, () -> more + " of one flow's 100 packets");
  }

  @Test
  void switchesAvoidLinksThatAreDownButNotBlackHoles() {
    Post post = new Post(1, Topologies.leafSpine(2, 2, 1, LINK));
    post.link("leaf0>spine0").up(false);
    for (int flow = 0; flow < 100; flow++) {
      post.send(post.port(0, 0), post.port(1, 0), 100, flow);
    }
    post.settle();
    assertEquals(100, post.arrived);
    post.link("leaf0>spine1").swallow(true);
    post.send(post.port(0, 0), post.port(1, 0), 100, 1);
    post.settle();
    assertEquals(1, post.fabric.lost(LossCause.BLACK_HOLE));
    post.link("leaf0>spine1").up(false);
    post.send(post.port(0, 0), post.port(1, 0), 100, 1);
    post.settle();
    assertEquals(1, post.fabric.lost(LossCause.NO_ROUTE));
    assertEquals(100, post.arrived);
  }

  @Test
  void nobodyAndElsewhereLosePackets() {
    Post post = new Post(1, Topologies.parallel(2, LINK));
    post.send(post.port(0, 0), post.port(1, 1), 100, 1);
    post.port(0, 0).send(post.fabric.pool().take(1), 1, HostPort.address(77), Post.LISTENER);
    post.settle();
    assertEquals(0, post.arrived);
    assertEquals(2, post.fabric.lost(LossCause.NO_ROUTE));
    assertEquals(0, post.fabric.pool().inUse());
  }

  @Test
  void plansThatCannotWorkAreRefused() {
    Topology.Builder lonely = new Topology.Builder();
    lonely.host("a", 1);
    lonely.host("b", 1);
    lonely.uplink(0, 0, lonely.addSwitch("s"), LINK);
    assertRefused("b:0 has no cable", lonely);
    Topology.Builder apart = new Topology.Builder();
    apart.host("a", 1);
    apart.host("b", 1);
    apart.uplink(0, 0, apart.addSwitch("s"), LINK);
    apart.uplink(1, 0, apart.addSwitch("t"), LINK);
    assertRefused("there is no way from a to b", apart);
    Topology.Builder twice = new Topology.Builder();
    twice.host("a", 1);
    twice.host("b", 1);
    twice.cable(new Topology.End(0, 0), new Topology.End(1, 0), LINK);
    twice.cable(new Topology.End(1, 0), new Topology.End(0, 0), LINK);
    assertRefused("a:0 has two cables", twice);
  }

  private static void assertRefused(String reason, Topology.Builder builder) {
    IllegalArgumentException thrown = assertThrows(
        IllegalArgumentException.class,
        () -> new Fabric(io.sennit.simulator.World.of(1), builder.build()));
    assertEquals(reason, thrown.getMessage());
  }

  @Test
  void packetsInSteadyStateAllocateNothing() {
    Post post = new Post(1, Topologies.leafSpine(4, 4, 4, LINK));
    post.notes = false;
    List<HostPort> ports = post.fabric.ports();
    long[] bytes = new long[2];
    for (int round = 0; round < 2; round++) {
      long before = allocatedBytes();
      for (int at = 0; at < 100_000; at++) {
        post.send(ports.get(at % 16), ports.get((at * 7 + 3) % 16), 1_000, at & 0xffff);
        post.world.scheduler().runUntil(post.world.nowNanos() + 200);
      }
      bytes[round] = allocatedBytes() - before;
    }
    assertTrue(post.arrived > 150_000, () -> post.arrived + " arrived");
    assertTrue(bytes[1] < 200_000, () -> bytes[1] + " bytes for 100,000 packets");
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().threadId());
  }
}
