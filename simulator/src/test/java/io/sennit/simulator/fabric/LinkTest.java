// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LinkTest {
  /** A byte a nanosecond, 10 us, ten packets of 1,000 bytes with headers, marks from five on. */
  private static final LinkConfig SLOW =
      new LinkConfig(1_000_000_000, 10_000, 10_000, 5_000, 1_500);

  /** With all headers 1,000 bytes. */
  private static final int PAYLOAD = 1_000 - 66;

  private final Post post = new Post(1, Topologies.parallel(1, SLOW));
  private final HostPort near = post.port(0, 0);
  private final HostPort far = post.port(1, 0);
  private final Link link = post.link("a:0>b:0");

  private void send(int packets) {
    for (int at = 0; at < packets; at++) {
      post.send(near, far, PAYLOAD, 7);
    }
  }

  @AfterEach
  void everyPacketIsGivenBack() {
    assertEquals(0, post.fabric.pool().inUse(), "packets");
  }

  @Test
  void packetsTakeTheirTimeOneBehindTheOther() {
    send(2);
    post.settle();
    assertEquals(List.of("11000 b:0 934 2", "12000 b:0 934 2"), post.arrivals);
    assertEquals(2_000, link.carriedBytes());
  }

  @Test
  void whatFindsNoRoomIsLostAndWhatWaitsLongIsMarked() {
    send(13);
    assertEquals(10_000, link.waitingBytes());
    post.settle();
    assertEquals(10, post.arrived);
    assertEquals(3, post.fabric.lost(LossCause.BUFFER));
    assertEquals("15000 b:0 934 2", post.arrivals.get(4));
    assertEquals("16000 b:0 934 3", post.arrivals.get(5));
    assertEquals(5, link.marked());
  }

  @Test
  void longPacketsAreLost() {
    post.send(near, far, 1_500 - 28, 7);
    post.send(near, far, 1_500 - 27, 7);
    post.settle();
    assertEquals(1, post.arrived);
    assertEquals(1, post.fabric.lost(LossCause.MTU));
  }

  @Test
  void whatIsOnALinkThatGoesDownIsLost() {
    send(2);
    post.world.scheduler().runUntil(11_500);
    link.up(false);
    send(1);
    link.up(true);
    send(1);
    post.settle();
    assertEquals(List.of("11000 b:0 934 2", "22500 b:0 934 2"), post.arrivals);
    assertEquals(2, post.fabric.lost(LossCause.DOWN));
  }

  @Test
  void blackHoleSwallowsOneWayOnly() {
    link.swallow(true);
    send(1);
    post.send(far, near, PAYLOAD, 7);
    post.settle();
    assertEquals(List.of("11000 a:0 934 2"), post.arrivals);
    link.swallow(false);
    send(1);
    post.settle();
    assertEquals(2, post.arrived);
    assertEquals(1, post.fabric.lost(LossCause.BLACK_HOLE));
  }

  @Test
  void faultsHappenAsOftenAsTheyShould() {
    post.notes = false;
    link.faults(new LinkFaults(100_000, LinkFaults.Bursts.NONE, 200_000, 0, 300_000, 5_000_000));
    int packets = 20_000;
    for (int at = 0; at < packets; at++) {
      send(1);
      post.world.scheduler().runUntil(post.world.nowNanos() + 1_000);
    }
    post.settle();
    long lost = post.fabric.lost(LossCause.CHANCE);
    assertTrue(lost > 1_800 && lost < 2_200, () -> lost + " lost");
    long doubled = post.arrived - packets + lost;
    assertTrue(doubled > 3_400 && doubled < 3_800, () -> doubled + " doubled");
    assertEquals(0, post.fabric.lost(LossCause.BUFFER));
  }

  @Test
  void packetsArriveInTimeAndCopiesOfSomeLongAfterThem() {
    post.notes = false;
    link.faults(LinkFaults.NONE.withEchoed(250_000, 10_000_000_000L));
    int packets = 4_000;
    for (int at = 0; at < packets; at++) {
      send(1);
      post.world.scheduler().runUntil(post.world.nowNanos() + 1_000);
    }
    post.world.scheduler().runUntil(post.world.nowNanos() + 100_000_000);
    long early = post.arrived;
    assertTrue(early >= packets && early < packets + 40, () -> early + " in time");
    post.settle();
    long copies = post.arrived - packets;
    assertTrue(copies > 900 && copies < 1_100, () -> copies + " copies");
    assertEquals(LinkFaults.NONE, link.faults().withEchoed(0, 0));
  }

  @Test
  void lossesInBurstsComeTogether() {
    post.notes = false;
    link.faults(new LinkFaults(0, new LinkFaults.Bursts(1_000, 100_000, 1_000_000), 0, 0, 0, 0));
    int bursts = 0;
    long lost = 0;
    for (int at = 0; at < 50_000; at++) {
      long before = post.fabric.lost(LossCause.BURST);
      send(1);
      post.world.scheduler().runUntil(post.world.nowNanos() + 1_000);
      boolean now = post.fabric.lost(LossCause.BURST) > before;
      bursts += now && lost == 0 ? 1 : 0;
      lost = now ? 1 : 0;
    }
    post.settle();
    long all = post.fabric.lost(LossCause.BURST);
    int began = bursts;
    assertTrue(began > 25 && began < 75, () -> began + " bursts");
    assertTrue(all > 5L * began && all < 15L * began, () -> all + " lost in " + began);
  }

  @Test
  void corruptionFlipsAFewBits() {
    link.faults(new LinkFaults(0, LinkFaults.Bursts.NONE, 0, 1_000_000, 0, 0));
    int packet = post.fabric.pool().take(PAYLOAD);
    post.fabric
        .pool()
        .memory(packet)
        .asSlice(post.fabric.pool().offset(packet), PAYLOAD)
        .fill((byte) 0);
    int[] bits = {0};
    far.listen(came -> {
      for (byte each : post.fabric
          .pool()
          .memory(came)
          .asSlice(post.fabric.pool().offset(came), PAYLOAD)
          .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)) {
        bits[0] += Integer.bitCount(each & 0xff);
      }
      post.fabric.pool().release(came);
    });
    near.send(packet, 7, far.address(), Post.LISTENER);
    post.settle();
    assertTrue(bits[0] >= 1 && bits[0] <= 3, () -> bits[0] + " bits flipped");
  }
}
