// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.base.Clock;
import io.sennit.benchmarks.fabric.Background;
import io.sennit.multipath.PathSnapshot;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every few milliseconds at what Sennit writes on each path, and whether others have come.
 * For the end that sends, since what is written into a peer's memory the peer does not count.
 */
final class ShareWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ShareWatch.class);
  private static final long PERIOD_MILLIS = 2;

  private final Clock clock;
  private final String port;
  private final List<Share> shares = new ArrayList<>();

  /** @param port own address of the port that others will fill, which ends the port's name */
  ShareWatch(Clock clock, String port) {
    this.clock = clock;
    this.port = port;
  }

  /** Its figure by name; none if others never came, or none of this is Sennit's. */
  Map<String, Double> watch(BooleanSupplier stopped) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!stopped.getAsBoolean() && !never.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
      look();
    }
    Optional<Double> millis = Share.moveMillis(shares);
    LOG.info("{} looks at shares: {}", shares.size(), millis);
    return millis.map(figure -> Map.of(Meter.MOVE, figure)).orElse(Map.of());
  }

  private void look() {
    long there = 0;
    long all = 0;
    for (LivePath path : Sessions.paths()) {
      long asked = asked(path.now());
      all += asked;
      there += path.localPort().endsWith(port) ? asked : 0;
    }
    shares.add(new Share(clock.nanoTime(), Background.hasCome(), there, all));
  }

  private static long asked(PathSnapshot now) {
    return now.bytes().written() + now.quality().out().inFlightBytes();
  }
}
