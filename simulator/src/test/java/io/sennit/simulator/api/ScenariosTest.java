// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a braid must stand, with production code from the bootstrap to the packets: no call fails,
 * every byte is right, and the rest goes on at once.
 */
final class ScenariosTest {
  /** Without a link nothing may be missed for longer, a round trip aside. */
  private static final Duration STALL = Duration.ofMillis(10);

  private static final double SHARE = 0.95;

  private static Busy fast() {
    return Busy.over(10, 10, 10, 10);
  }

  /** Where much time passes. */
  private static Busy slow() {
    return Busy.over(2, 2, 2, 2);
  }

  @ParameterizedTest
  @CsvSource({"10,10,10,10", "16,8,4,4"})
  void linksAddUp(double first, double second, double third, double fourth) {
    try (Busy busy = Busy.over(first, second, third, fourth)) {
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * (first + second + third + fourth));
    }
  }

  @Test
  void aLinkIsCutUnseen() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).cutSilently();
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 30);
    }
  }

  @Test
  void aLinkIsCutForAllToSee() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).cut();
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 30);
    }
  }

  @Test
  void aLinkLosesTwoPacketsInAHundred() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).lose(0.02);
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 30);
    }
  }

  @Test
  void aLinkBecomesTenTimesSlower() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).become(busy.fabric.link(0).spec().withGigabits(1));
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 30);
    }
  }

  @Test
  void aLinkComesAndGoesEverySecond() {
    try (Busy busy = slow()) {
      for (int i = 0; i < 3; i++) {
        busy.fabric.link(0).cutSilently();
        busy.passMillis(500);
        busy.fabric.link(0).restore();
        busy.passMillis(500);
      }
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 6);
    }
  }

  @Test
  void aSecondLinkIsCutWhileTheWorkOfTheFirstIsDoneAgain() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).cutSilently();
      busy.passMillis(2);
      busy.fabric.link(1).cutSilently();
      busy.passMillis(100);
      busy.assertLongestGap(STALL.multipliedBy(2));
      busy.assertGigabits(SHARE * 20);
    }
  }

  /** The client receives: what leaves it are acknowledgements and requests. */
  @Test
  void aLinkLosesOnlyAcknowledgements() {
    try (Busy busy = fast()) {
      busy.fabric.link(0).there().lose(0.2);
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 30);
    }
  }

  @Test
  void allLinksAreCutAndOneComesBack() {
    Duration without = Duration.ofSeconds(1);
    try (Busy busy = slow()) {
      busy.fabric.links().forEach(Link::cutSilently);
      busy.pass(without);
      busy.fabric.link(2).restore();
      busy.passMillis(500);
      busy.assertLongestGap(without.plusMillis(400));
      busy.forget();
      busy.passMillis(1000); // Long enough that one body more or less does not count.
      // The eight bodies that are under way share the link, which takes 35 ms for them.
      busy.assertLongestGap(Duration.ofMillis(35).plus(STALL));
      busy.assertGigabits(SHARE * 2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "client,100",
    "client,1000",
    "client,5000",
    "server,100",
    "server,1000",
    "server,5000",
  })
  void aProcessStopsForAWhile(String host, long millis) {
    try (Busy busy = slow()) {
      busy.fabric.host(host).pause(Duration.ofMillis(millis));
      busy.passMillis(millis + 100);
      busy.assertLongestGap(STALL.plusMillis(millis));
      busy.forget();
      busy.passMillis(100);
      busy.assertLongestGap(STALL);
      busy.assertGigabits(SHARE * 8);
    }
  }
}
