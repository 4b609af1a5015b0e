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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every few milliseconds at what Sennit asks of each path, and whether others have come. */
final class ShareWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ShareWatch.class);
  private static final long PERIOD_MILLIS = 2;

  private final Clock clock;
  private final String port;
  private final List<Share> shares = new ArrayList<>();
  private ScheduledFuture<?> looking;

  private ShareWatch(ScheduledExecutorService pace, Clock clock, String port) {
    this.clock = clock;
    this.port = port;
    looking = pace.scheduleAtFixedRate(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins to look.
   *
   * @param port own address of the port that others will fill, which ends the port's name
   */
  static ShareWatch begin(ScheduledExecutorService pace, Clock clock, String port) {
    return new ShareWatch(pace, clock, port);
  }

  private synchronized void look() {
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
    return now.bytes().read() + now.quality().in().inFlightBytes();
  }

  /** Its figure by name; none if others never came, or none of this is Sennit's. */
  synchronized Map<String, Double> end() {
    looking.cancel(false);
    Map<String, Double> figures =
        Share.moveMillis(shares).map(millis -> Map.of(Meter.MOVE, millis)).orElse(Map.of());
    LOG.info("{} looks at shares: {}", shares.size(), figures);
    return figures;
  }
}
