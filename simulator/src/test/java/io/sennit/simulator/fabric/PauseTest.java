// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Switches that have their neighbours pause. */
final class PauseTest {
  /** 10 Gbit/s, 1 us; buffers that are soon full where they count. */
  private static final LinkConfig LINK =
      LinkConfig.STANDARD.withRate(1_250_000_000L).withBuffer(32 << 10);

  private static final int PAYLOAD = 4_000;
  private static final SwitchConfig PAUSING = SwitchConfig.PLAIN.pausing(PauseConfig.STANDARD);

  private Post post = new Post(1, leafSpine(SwitchConfig.PLAIN));

  private static Topology leafSpine(SwitchConfig config) {
    return Topologies.leafSpine(4, 2, 4, LINK).with(config);
  }

  private void send(int from, int to, int packets, int sourcePort) {
    for (int at = 0; at < packets; at++) {
      post.send(post.port(from, 0), post.port(to, 0), PAYLOAD, sourcePort + at % 16);
    }
  }

  /** All hosts of other leaves send to the first one. */
  private void incast() {
    for (int from = 4; from < 16; from++) {
      send(from, 0, 100, 1_000 * from);
    }
  }

  @AfterEach
  void everyPacketIsGivenBack() {
    assertEquals(0, post.fabric.pool().inUse(), "packets");
  }

  @Test
  void incastLosesWithoutPausesAndNothingWithThem() {
    incast();
    post.settle();
    long lost = post.fabric.lost(LossCause.BUFFER);
    assertTrue(lost > 100, () -> lost + " lost without pauses");

    post = new Post(1, leafSpine(PAUSING));
    incast();
    post.settle();
    assertEquals(1_200, post.arrived);
    assertEquals(0, post.fabric.lost(LossCause.BUFFER));
  }

  @Test
  void pausesSpreadUpstreamToTheHostsThatSend() {
    post = new Post(1, leafSpine(PAUSING));
    incast();
    post.settle();
    List<String> paused = post.fabric.links().stream()
        .filter(link -> link.pausedNanos() > 0)
        .map(Link::name)
        .toList();
    assertTrue(
        paused.stream().anyMatch(each -> each.contains("spine") && each.endsWith("leaf0")),
        () -> "spines to the leaf: " + paused);
    assertTrue(
        paused.stream().anyMatch(each -> each.contains(":0>")), () -> "hosts to leaves: " + paused);
    assertTrue(paused.stream().noneMatch(each -> each.endsWith(":0")), () -> "to hosts: " + paused);
  }

  /** When the last packet of a flow arrived that has nothing to do with the incast but its leaf. */
  private long victimNanos(SwitchConfig config) {
    post = new Post(1, leafSpine(config));
    long[] last = {0};
    post.port(1, 0).listen(packet -> {
      last[0] = post.world.nowNanos();
      post.fabric.pool().release(packet);
    });
    incast();
    send(8, 1, 20, 60_000);
    post.settle();
    return last[0];
  }

  @Test
  void whoSharesALinkWithWhatIsPausedWaitsToo() {
    long alone = victimNanos(SwitchConfig.PLAIN);
    long behind = victimNanos(PAUSING);
    assertTrue(
        behind > 2 * alone, () -> "victim done at " + alone + " ns, with pauses at " + behind);
  }

  @Test
  void allToAllOverLeavesAndSpinesComesToItsEnd() {
    post = new Post(1, leafSpine(PAUSING));
    post.notes = false;
    for (int from = 0; from < 16; from++) {
      for (int to = 0; to < 16; to++) {
        if (from != to) {
          send(from, to, 60, 1_000 * from + 20 * to);
        }
      }
    }
    post.settle();
    assertEquals(16 * 15 * 60, post.arrived);
    assertEquals(0, post.fabric.lost(LossCause.BUFFER));
    long paused = post.fabric.links().stream().mapToLong(Link::pausedNanos).sum();
    assertTrue(paused > 0, () -> paused + " ns paused");
  }

  @Test
  void pauseThatNobodyEndsRunsOutAndALinkThatGoesDownForgetsIt() {
    post = new Post(1, leafSpine(PAUSING));
    Link link = post.port(4, 0).link();
    link.pause(50_000);
    send(4, 0, 1, 7);
    post.world.scheduler().runUntil(49_999);
    assertEquals(0, link.carried());
    assertEquals(PAYLOAD + 66, link.waitingBytes());
    post.settle();
    assertEquals(1, post.arrived);
    link.pause(50_000);
    send(4, 0, 1, 7);
    link.up(false);
    link.up(true);
    assertEquals(1, post.fabric.lost(LossCause.DOWN));
    long before = post.world.nowNanos();
    send(4, 0, 1, 7);
    post.world.scheduler().runUntil(before + 30_000);
    assertEquals(2, post.arrived);
    post.settle();
  }

  @Test
  void lostPauseFramesCostPacketsAndStopNothing() {
    post = new Post(1, leafSpine(PAUSING));
    for (Link link : post.fabric.links()) {
      if (link.name().startsWith("spine") || link.name().endsWith(":0")) {
        link.faults(LinkFaults.loss(300_000));
      }
    }
    incast();
    post.settle();
    long gone = post.fabric.lost(LossCause.BUFFER) + post.fabric.lost(LossCause.CHANCE);
    assertEquals(1_200, post.arrived + gone);
  }

  @Test
  void badThresholdsAreRefused() {
    assertEquals(
        "pauses from 1 bytes on, down to 2",
        assertThrows(IllegalArgumentException.class, () -> new PauseConfig(1, 2))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> PAUSING.sharing(1 << 20, 1));
    assertThrows(IllegalArgumentException.class, PAUSING::trimming);
  }
}
