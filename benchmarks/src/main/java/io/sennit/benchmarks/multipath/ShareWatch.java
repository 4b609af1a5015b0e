// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.base.Clock;
import io.sennit.benchmarks.fabric.Background;
import io.sennit.multipath.PathSnapshot;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.Sessions;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
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
 * Looks every few milliseconds at what Sennit writes on each path, and whether something has come
 * to one of them, or that one itself. For the end that sends, since what is written into a peer's
 * memory the peer does not count.
 */
final class ShareWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ShareWatch.class);
  private static final long PERIOD_MILLIS = 2;

  private final Clock clock;
  private final String address;
  private final BooleanSupplier hasCome;
  private final List<Share> shares = new ArrayList<>();

  /** @param address a part of the own address of the port that is looked at */
  private ShareWatch(Clock clock, String address, BooleanSupplier hasCome) {
    this.clock = clock;
    this.address = "/" + address;
    this.hasCome = hasCome;
  }

  /** How soon the share of a port moves that others fill; none if they never came. */
  static Map<String, Double> ofFilled(Setup setup, Clock clock, BooleanSupplier stopped)
      throws InterruptedException {
    String first = setup.far().getFirst();
    return figure(
        Meter.MOVE,
        Share.moveMillis(new ShareWatch(clock, first, Background::hasCome).watch(stopped)));
  }

  /** How soon a port has its share whose address comes; none if it never did. */
  static Map<String, Double> ofAdded(Setup setup, Clock clock, BooleanSupplier stopped)
      throws InterruptedException {
    String last = setup.far().getLast();
    String network = last.substring(0, last.lastIndexOf('.') + 1);
    return figure(
        Meter.ARRIVAL,
        Share.arrivalMillis(new ShareWatch(clock, network, () -> isHere(network)).watch(stopped)));
  }

  private static boolean isHere(String network) {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .anyMatch(each -> each.getHostAddress().startsWith(network));
    } catch (SocketException e) {
      throw new UncheckedIOException("no list of interfaces", e);
    }
  }

  private static Map<String, Double> figure(String name, Optional<Double> millis) {
    LOG.info("{}: {}", name, millis);
    return millis.map(figure -> Map.of(name, figure)).orElse(Map.of());
  }

  private List<Share> watch(BooleanSupplier stopped) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!stopped.getAsBoolean() && !never.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
      look();
    }
    return shares;
  }

  private void look() {
    long there = 0;
    long all = 0;
    for (LivePath path : Sessions.paths()) {
      long asked = asked(path.now());
      all += asked;
      there += ("/" + path.localPort()).contains(address) ? asked : 0;
    }
    shares.add(new Share(clock.nanoTime(), hasCome.getAsBoolean(), there, all));
  }

  private static long asked(PathSnapshot now) {
    return now.bytes().written() + now.quality().out().inFlightBytes();
  }
}
