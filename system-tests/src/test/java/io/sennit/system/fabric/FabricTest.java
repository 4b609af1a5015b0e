// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.benchmarks.fabric.Background;
import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.fabric.Rail;
import io.sennit.system.process.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to links in mid-transfer, and to hosts; calls notice nothing but the time. */
@Timeout(120)
final class FabricTest {
  private static final Logger LOG = LoggerFactory.getLogger(FabricTest.class);

  /** So much is under way before something happens, and comes through after it. */
  private static final int SOME_BODIES = 24;

  private static final Duration A_WHILE = Duration.ofMillis(500);

  /** For a machine that does other things meanwhile; the benchmark has the real figures. */
  private static final Duration SANE_GAP = Duration.ofSeconds(2);

  @BeforeEach
  void checkMeans() {
    assumeTrue(Means.missing().isEmpty(), () -> Means.missing().orElseThrow());
  }

  private static Transfer begin() throws IOException, InterruptedException {
    return begin(Fabric.parallel(9000, 200, 200, 200, 200));
  }

  private static Transfer begin(Fabric fabric) throws IOException, InterruptedException {
    Transfer transfer = Transfer.begin(fabric);
    transfer.awaitBodies(SOME_BODIES);
    return transfer;
  }

  @Test
  void equalRailsAllCarryTheirPart() throws Exception {
    try (Transfer transfer = begin()) {
      List<Long> before = transfer.fabric().routeBytes();
      transfer.awaitBodies(2 * SOME_BODIES);
      List<Double> shares = transfer.sharesSince(before);
      transfer.end();
      assertTrue(shares.stream().allMatch(share -> share > 0.01), shares::toString);
    }
  }

  @Test
  void invisibleCutInMidTransferFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(1).cut();
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.rail(1).heal();
      transfer.awaitBodies(SOME_BODIES);
      assertShort(transfer.end());
    }
  }

  @Test
  void visibleCutInMidTransferFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(1).unplug();
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.rail(1).plug();
      transfer.awaitBodies(SOME_BODIES);
      assertShort(transfer.end());
    }
  }

  private static void assertShort(Duration gap) {
    assertTrue(gap.compareTo(SANE_GAP) <= 0, gap::toString);
  }

  /** Flows differ in their UDP source ports only, by which a leaf chooses the spine. */
  @Test
  void leafSpineCarriesOnAllSpinesAndNoCallFailsWhenOneIsCut() throws Exception {
    try (Transfer transfer = begin(Fabric.leafSpine(2, 4, 200))) {
      List<Long> before = transfer.fabric().routeBytes();
      transfer.awaitBodies(2 * SOME_BODIES);
      List<Double> shares = transfer.sharesSince(before);
      transfer.fabric().route(2).forEach(Rail::cut);
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.fabric().route(2).forEach(Rail::heal);
      transfer.awaitBodies(SOME_BODIES);
      transfer.end();
      assertTrue(shares.stream().allMatch(share -> share > 0.01), shares::toString);
    }
  }

  @Test
  void railThatLosesTwoInAHundredFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(2).lose(0.02);
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.end();
    }
  }

  /** What the near host sends on it is lost: acknowledgements of what it gets, besides. */
  @Test
  void railThatLosesInOneDirectionFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(2).lose(0.1, 0);
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.end();
    }
  }

  @Test
  void secondRailCutWhileTheWorkOfTheFirstIsDoneAgainFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(0).cut();
      transfer.rail(1).cut();
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.rail(0).heal();
      transfer.rail(1).heal();
      transfer.awaitBodies(SOME_BODIES);
      assertShort(transfer.end());
    }
  }

  @Test
  void railAtATenthOfItsRateFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.rail(3).slowTo(0.1);
      transfer.awaitBodies(2 * SOME_BODIES);
      transfer.rail(3).slowTo(1);
      transfer.awaitBodies(SOME_BODIES);
      transfer.end();
    }
  }

  @Test
  void railThatOthersFillFailsNoCall() throws Exception {
    assumeTrue(Means.has("iperf3"), "needs the program iperf3 (Debian package iperf3)");
    try (Transfer transfer = begin()) {
      double megabits;
      try (Background others = Background.fill(transfer.fabric(), 1, 190)) {
        transfer.awaitBodies(2 * SOME_BODIES);
        megabits = others.end();
      }
      transfer.end();
      assertTrue(megabits > 100, () -> "others sent " + megabits + " Mbit/s");
    }
  }

  @Test
  void railThatComesAndGoesFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      for (int i = 0; i < 3; i++) {
        transfer.rail(0).cut();
        transfer.caller().assertLives(A_WHILE);
        transfer.rail(0).heal();
        transfer.caller().assertLives(A_WHILE);
      }
      transfer.caller().forget();
      transfer.awaitBodies(SOME_BODIES);
      transfer.end();
    }
  }

  @Test
  void allRailsCutAndOneBackFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      transfer.fabric().rails().forEach(Rail::cut);
      transfer.caller().assertLives(A_WHILE);
      transfer.rail(2).heal();
      transfer.caller().forget();
      transfer.awaitBodies(SOME_BODIES);
      transfer.end();
    }
  }

  /** Neither host has ever had the port, and nobody tells the processes of it. */
  @Test
  void addressAndLinkAddedLiveCarryTheirPartAndFailNoCall() throws Exception {
    try (Transfer transfer = Transfer.beginFollowing(Fabric.parallel(9000, 200, 200, 200))) {
      transfer.awaitBodies(SOME_BODIES);
      transfer.fabric().addRail(9000, 200);
      Duration took = transfer.awaitShare(3, 0.1, 8);
      assertShort(transfer.end());
      assertTrue(took.compareTo(Duration.ofSeconds(10)) <= 0, took::toString);
      LOG.info("the new rail carries its part after {} ms", took.toMillis());
    }
  }

  /** Its addresses change at both ends: the old ones are gone for good. */
  @Test
  void addressesThatChangeFailNoCall() throws Exception {
    try (Transfer transfer = Transfer.beginFollowing(Fabric.parallel(9000, 200, 200, 200))) {
      transfer.awaitBodies(SOME_BODIES);
      transfer.rail(2).desert();
      transfer.awaitBodies(SOME_BODIES);
      transfer.rail(2).settle();
      transfer.awaitShare(2, 0.1, 8);
      transfer.end();
    }
  }

  @Test
  void callerThatIsStoppedForAWhileFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      pause(transfer, transfer.caller());
    }
  }

  @Test
  void serverThatIsStoppedForAWhileFailsNoCall() throws Exception {
    try (Transfer transfer = begin()) {
      pause(transfer, transfer.mirror());
    }
  }

  private static void pause(Transfer transfer, Side side) throws Exception {
    side.signal("STOP");
    transfer.caller().assertLives(A_WHILE);
    side.signal("CONT");
    transfer.caller().forget();
    transfer.awaitBodies(SOME_BODIES);
    transfer.end();
  }

  @Test
  void hostsOfKilledProcessesAreRemovedByTheNextFabric() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    assertEquals(0, dead.waitFor());
    String orphan = "sennit-fabric-" + dead.pid() + "-1-near";
    assertEquals(0, new ProcessBuilder("ip", "netns", "add", orphan).start().waitFor());
    Path name = Path.of("/run/netns", orphan);
    assertTrue(Files.exists(name), orphan);
    Fabric fabric = Fabric.parallel(1500, 10);
    Path own = Path.of("/run/netns", fabric.near().name());
    assertTrue(Files.exists(own), own::toString);
    assertFalse(Files.exists(name), orphan);
    fabric.close();
    assertFalse(Files.exists(own), own::toString);
  }
}
