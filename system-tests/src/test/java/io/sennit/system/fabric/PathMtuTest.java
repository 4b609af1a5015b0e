// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.fabric.Rail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What links carry changes, at the hosts or between them; calls notice nothing but the time. */
@Timeout(180)
final class PathMtuTest {
  private static final Logger LOG = LoggerFactory.getLogger(PathMtuTest.class);
  private static final int SOME_BODIES = 24;
  private static final int JUMBO = 9000;
  private static final int ETHERNET = 1500;

  /** What queue pairs make of these. */
  private static final int JUMBO_PAYLOAD = 8192;

  private static final int ETHERNET_PAYLOAD = 1408;

  /** For a machine that does other things meanwhile. */
  private static final Duration SANE_GAP = Duration.ofSeconds(2);

  @BeforeEach
  void checkMeans() {
    assumeTrue(Means.missing().isEmpty(), () -> Means.missing().orElseThrow());
  }

  private static Fabric parallel() {
    return Fabric.parallel(JUMBO, 200, 200);
  }

  private static void all(Transfer transfer, Consumer<Rail> what) {
    transfer.fabric().rails().forEach(what);
  }

  private static void assertShort(String what, Duration gap) {
    LOG.info("{}: at most {} ms without a body", what, gap.toMillis());
    assertTrue(gap.compareTo(SANE_GAP) <= 0, gap::toString);
  }

  /** Of all ports at one end or at both, in the middle of a transfer, and back. */
  @ParameterizedTest
  @CsvSource({"1500, 9000", "9000, 1500", "1500, 1500"})
  void portsThatTakeLessAndThenMoreAgainAreFollowed(int nearBytes, int farBytes) throws Exception {
    try (Transfer transfer = Transfer.begin(parallel())) {
      transfer.awaitSizes(JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      all(transfer, rail -> rail.resize(nearBytes, farBytes));
      transfer.awaitSizes(ETHERNET_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      all(transfer, rail -> rail.resize(JUMBO, JUMBO));
      transfer.awaitSizes(JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      assertShort("ports " + nearBytes + " and " + farBytes, transfer.end());
    }
  }

  /** Of all routes, both ways or one, without a word of it to anybody. */
  @ParameterizedTest
  @CsvSource({"1500, 1500", "1500, 9000", "9000, 1500"})
  void holeForLongPacketsInTheMiddleOfATransferFailsNoCall(int fromNear, int toNear)
      throws Exception {
    try (Transfer transfer = Transfer.begin(parallel())) {
      transfer.awaitSizes(JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      all(transfer, rail -> rail.narrow(fromNear, toNear));
      transfer.awaitSizes(ETHERNET_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      assertShort("silent hole " + fromNear + " and " + toNear, transfer.end());
    }
  }

  /** A session comes up with what passes, at once; every way. */
  @ParameterizedTest
  @CsvSource({"1500, 1500", "1500, 9000", "9000, 1500"})
  void holeFromTheBeginningIsKnownWhenTheSessionIsUp(int fromNear, int toNear) throws Exception {
    Fabric fabric = parallel();
    fabric.rails().forEach(rail -> rail.narrow(fromNear, toNear));
    try (Transfer transfer = Transfer.begin(fabric)) {
      transfer.awaitSizes(ETHERNET_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      assertShort("silent hole from the beginning", transfer.end());
    }
  }

  /** Routers that say by ICMP what they cannot send on. */
  @Test
  void routersWithSmallerLinksThatTellByIcmpAreNoObstacle() throws Exception {
    try (Transfer transfer = Transfer.begin(Fabric.leafSpine(2, 2, 200))) {
      transfer.awaitSizes(JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      all(transfer, rail -> rail.resize(ETHERNET, ETHERNET));
      transfer.awaitSizes(ETHERNET_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      assertShort("routers that tell", transfer.end());
    }
  }

  /** One of two routes: its paths have short packets, the others keep theirs. */
  @Test
  void oneNarrowRailOfTwoHasPacketsOfItsOwn() throws Exception {
    try (Transfer transfer = Transfer.begin(parallel())) {
      transfer.awaitBodies(SOME_BODIES);
      transfer.rail(1).narrow(ETHERNET, ETHERNET);
      transfer.awaitSizes(ETHERNET_PAYLOAD, JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      assertShort("one narrow rail", transfer.end());
    }
  }

  /**
   * Who sees that two hosts talk, or guesses it, says that the way takes 576 bytes. The kernel
   * believes it, as its routes show; packets stay as they were.
   */
  @Test
  void forgedIcmpChangesNothing() throws Exception {
    assumeTrue(Means.has("python3"), "needs the program python3");
    try (Transfer transfer = Transfer.begin(Fabric.parallel(JUMBO, 200))) {
      transfer.awaitSizes(JUMBO_PAYLOAD);
      transfer.awaitBodies(SOME_BODIES);
      List<String> forge = new ArrayList<>(List.of("python3"));
      forge.add(Path.of(PathMtuTest.class.getResource("forge_icmp.py").toURI()).toString());
      forge.addAll(List.of("port0", "576"));
      String said = transfer.fabric().far().run(forge);
      assertTrue(said.startsWith("forged "), said);
      List<String> ask =
          List.of("ip", "route", "get", transfer.fabric().farAddresses().getFirst());
      String route = transfer.fabric().near().run(ask);
      assertTrue(route.contains("mtu 576"), route);
      transfer.caller().forget();
      transfer.awaitBodies(SOME_BODIES);
      assertShort("forged ICMP", transfer.end());
    }
  }
}
