// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Means;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kernel takes addresses away and gives others while bodies move: no call fails. */
@Timeout(120)
final class ReplacedAddressTest {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedAddressTest.class);
  private static final int NEAR = 0;
  private static final int FAR = 1;
  private static final int SOME_BODIES = 24;
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  /** A second, and another one for a machine that does other things meanwhile. */
  private static final Duration SANE_GAP = Duration.ofSeconds(2);

  private static final String FAR_LATER = "10.98.0.4";

  @BeforeEach
  void checkMeans() {
    assumeTrue(Means.missing().isEmpty(), () -> Means.missing().orElseThrow());
  }

  private static Transfer begin(Fabric fabric, String... others)
      throws IOException, InterruptedException {
    Transfer transfer = Transfer.beginFollowing(fabric, others);
    transfer.awaitBodies(SOME_BODIES);
    return transfer;
  }

  private static void end(String what, Transfer transfer) throws Exception {
    transfer.awaitBodies(2 * SOME_BODIES);
    Duration gap = transfer.end();
    LOG.info("{}: {} ms without a body", what, gap.toMillis());
    assertTrue(gap.compareTo(SANE_GAP) <= 0, gap::toString);
  }

  @ParameterizedTest
  @CsvSource({"0,1", "0,2", "1,1", "1,2"})
  void addressIsReplaced(int port, int rails) throws Exception {
    Fabric fabric = rails == 1 ? Fabric.parallel(9000, 200) : Fabric.parallel(9000, 200, 200);
    try (Transfer transfer = begin(fabric, FAR_LATER)) {
      transfer.rail(0).replace(port, 1);
      end("replaced at " + port + " of " + rails + " rails", transfer);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {NEAR, FAR})
  void addressOfIpv6IsReplaced(int port) throws Exception {
    try (Transfer transfer = begin(Fabric.parallelIpv6(9000, 200), "fd98::0:4")) {
      transfer.rail(0).replace(port, 1);
      end("IPv6 replaced at " + port, transfer);
    }
  }

  @Test
  void addressesOfBothEndsAreReplacedOneAfterTheOther() throws Exception {
    try (Transfer transfer = begin(Fabric.parallel(9000, 200), FAR_LATER)) {
      transfer.rail(0).replace(NEAR, 1);
      transfer.awaitBodies(SOME_BODIES);
      transfer.rail(0).replace(FAR, 1);
      transfer.awaitBodies(SOME_BODIES);
      transfer.rail(0).replace(NEAR, 2);
      end("both replaced", transfer);
    }
  }

  /** The server is found at an address that it told of while it had the first one, too. */
  @ParameterizedTest
  @ValueSource(ints = {NEAR, FAR})
  void addressIsAddedBeforeTheFirstOneGoes(int port) throws Exception {
    try (Transfer transfer = begin(Fabric.parallel(9000, 200))) {
      transfer.rail(0).add(port, 1);
      transfer.caller().assertLives(OVERLAP);
      transfer.caller().forget();
      transfer.rail(0).remove(port, 0);
      end("added before at " + port, transfer);
    }
  }

  @Test
  void seventeenthAddressAndThoseAfterItAreUsedLikeTheSecond() throws Exception {
    try (Transfer transfer = begin(Fabric.parallel(9000, 200))) {
      for (int move = 1; move <= 20; move++) {
        transfer.rail(0).replace(NEAR, move);
        transfer.awaitBodies(4);
      }
      end("20 replaced", transfer);
    }
  }
}
