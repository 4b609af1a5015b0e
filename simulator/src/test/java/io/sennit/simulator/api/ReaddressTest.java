// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of hosts are replaced while calls run: none fails, and none waits for long. */
final class ReaddressTest {
  /** What the new port may take to carry, the redial of the lifeline included. */
  private static final Duration A_SECOND = Duration.ofSeconds(1);

  private static Busy over(int links) {
    return Busy.on(joined(links));
  }

  private static FabricBuilder joined(int links) {
    return Fabric.seed(7).join("client", "server", links, LinkSpec.gigabits(0.3));
  }

  @ParameterizedTest
  @CsvSource({"client,1", "client,2", "server,1", "server,2"})
  void anEndGetsAnotherAddressInPlaceOfItsFirst(String end, int links) {
    try (Busy busy = over(links)) {
      busy.fabric.host(end).readdress(0);
      busy.pass(Duration.ofSeconds(3));
      busy.assertLongestGap(A_SECOND);
      busy.forget();
      busy.pass(A_SECOND);
      busy.assertGigabits(0.25 * links);
      busy.assertServesNewcomers();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"client,server", "server,client"})
  void bothEndsGetOtherAddressesOneAfterTheOther(String ends) {
    String[] order = ends.split(",", -1);
    for (long pauseMillis : new long[] {1, 30, 600, 3_000}) {
      try (Busy busy = over(1)) {
        busy.fabric.host(order[0]).readdress(0);
        busy.passMillis(pauseMillis);
        busy.fabric.host(order[1]).readdress(0);
        busy.pass(Duration.ofSeconds(3));
        busy.assertLongestGap(A_SECOND.multipliedBy(2));
        busy.assertServesNewcomers();
      }
    }
  }

  /** The link is dead for a while before there is another address. */
  @ParameterizedTest
  @ValueSource(strings = {"client", "server"})
  void theAddressIsAwayForAWhile(String end) {
    Duration away = Duration.ofSeconds(3);
    try (Busy busy = over(1)) {
      busy.fabric.link(0).cut();
      busy.pass(away);
      busy.fabric.link(0).restore();
      busy.fabric.host(end).readdress(0);
      busy.pass(Duration.ofSeconds(3));
      busy.assertLongestGap(away.plus(A_SECOND));
    }
  }

  /** As with an address that comes before the last one goes. */
  @ParameterizedTest
  @CsvSource({"client,auto", "client,1", "server,auto", "server,1"})
  void anotherPortComesBeforeTheFirstOneGoes(String end, String strands) {
    FabricBuilder builder = joined(2).beginWithPorts(end, 1);
    try (Busy busy = Busy.on(builder, strands)) {
      busy.fabric.host(end).addPort();
      busy.pass(Duration.ofSeconds(5));
      busy.forget();
      busy.fabric.link(0).cut();
      busy.pass(Duration.ofSeconds(3));
      busy.assertLongestGap(A_SECOND);
    }
  }

  @Test
  void fortyAddressesOneAfterTheOtherAndStillNewSessionsComeUp() {
    try (Busy busy = over(2)) {
      for (int i = 0; i < 40; i++) {
        busy.fabric.host(i % 2 == 0 ? "client" : "server").readdress(i / 2 % 2);
        busy.passMillis(700);
      }
      busy.pass(A_SECOND);
      busy.assertLongestGap(A_SECOND);
      busy.assertServesNewcomers();
    }
  }
}
