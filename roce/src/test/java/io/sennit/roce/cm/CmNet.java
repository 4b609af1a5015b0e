// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.base.ManualClock;
import io.sennit.base.Randomness;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Managers on a network in virtual time, which a test may have lose, double and hold messages. */
final class CmNet {
  /** What happens to a message; it would arrive after a millisecond. */
  @FunctionalInterface
  interface Weather {
    /**
     * Decides.
     *
     * @param kind the message's class, such as {@code ReadyToUse}
     * @param nth how many of this kind have been sent before
     * @return milliseconds after which copies arrive; none at all if it is lost
     */
    int[] of(String kind, int nth);
  }

  static final Weather FAIR = (kind, nth) -> new int[] {1};
  private static final long MILLI = 1_000_000L;

  final ManualClock clock = new ManualClock();
  final Randomness random;
  final Map<IpAddress, CmService> services = new HashMap<>();
  final List<String> sent = new ArrayList<>();
  Weather weather = FAIR;
  private final Map<Integer, ConnectRequest> asked = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>(
      Comparator.comparingLong(Arrival::atNanos).thenComparingLong(Arrival::order));
  private long order;

  /** A message on its way. */
  private record Arrival(long atNanos, long order, IpAddress from, IpAddress to, ByteBuffer mad) {}

  CmNet(long seed) {
    random = Randomness.seeded(seed);
  }

  CmService add(IpAddress address, CmConfig config) {
    LocalPort local = new LocalPort(address, 4791, 1024);
    CmService made =
        new CmService(local, config, random, clock, (peer, mad) -> carry(address, peer, mad));
    services.put(address, made);
    return made;
  }

  private boolean carry(IpAddress from, IpAddress to, byte[] mad) {
    String kind = kind(mad);
    int nth = counts.merge(kind, 1, Integer::sum) - 1;
    sent.add(kind);
    remember(mad);
    for (int millis : weather.of(kind, nth)) {
      arrivals.add(
          new Arrival(clock.nanoTime() + millis * MILLI, order++, from, to, ByteBuffer.wrap(mad)));
    }
    return true;
  }

  private void remember(byte[] mad) {
    if (read(mad) instanceof ConnectRequest request) {
      asked.put(request.header().localId(), request);
    }
  }

  /** The request that a side has sent for its connection. */
  ConnectRequest requestOf(CmConnection connection) {
    ConnectRequest request = asked.get(connection.localId());
    if (request == null) {
      throw new AssertionError("no request was sent");
    }
    return request;
  }

  private static String kind(byte[] mad) {
    CmMessage message = read(mad);
    return message == null ? "nothing" : message.getClass().getSimpleName();
  }

  private static @Nullable CmMessage read(byte[] mad) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(mad);
      CmHeader header = Mad.header(buffer);
      return header == null ? null : Mad.decode(header, buffer);
    } catch (Unacceptable e) {
      return null;
    }
  }

  int count(String kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** A message out of nowhere. */
  void inject(IpAddress claimed, IpAddress to, CmMessage message) {
    deliver(claimed, to, Mad.encode(message));
  }

  private void deliver(IpAddress from, IpAddress to, byte[] mad) {
    CmService service = services.get(to);
    if (service != null) {
      service.receive(from, ByteBuffer.wrap(mad), clock.nanoTime());
    }
  }

  /** Runs until something is so; false if it is not within the time, or nothing more happens. */
  boolean run(BooleanSupplier until, long mostMillis) {
    long endNanos = clock.nanoTime() + mostMillis * MILLI;
    while (!until.getAsBoolean()) {
      long next = next();
      if (next == Engine.NO_TIMER || next > endNanos) {
        clock.advance(Math.max(0, endNanos - clock.nanoTime()));
        return until.getAsBoolean();
      }
      clock.advance(Math.max(0, next - clock.nanoTime()));
      step();
    }
    return true;
  }

  /** Lets everything happen that happens within some time. */
  void settle(long millis) {
    run(() -> false, millis);
  }

  private long next() {
    long next = arrivals.isEmpty() ? Engine.NO_TIMER : arrivals.element().atNanos();
    for (CmService service : services.values()) {
      next = Math.min(next, service.nextTimerNanos());
    }
    return next;
  }

  private void step() {
    long nowNanos = clock.nanoTime();
    while (!arrivals.isEmpty() && arrivals.element().atNanos() <= nowNanos) {
      Arrival due = arrivals.remove();
      deliver(due.from(), due.to(), due.mad().array());
    }
    services.values().forEach(service -> service.timers(nowNanos));
  }
}
