// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.Link;

/**
 * How the segments of a byte stream go from one port to another: as the ports' own links are at
 * that moment, whatever lies between them, as long as both have the addresses that it began with.
 */
final class Route {
  private static final int MILLION = 1_000_000;
  private static final int JITTER_NANOS = 200_000;

  private final HostPort from;
  private final HostPort to;
  private final IpAddress source;
  private final IpAddress target;
  private final Link in;

  private Route(HostPort from, HostPort to, Link in) {
    this.from = from;
    this.to = to;
    this.in = in;
    source = from.address();
    target = to.address();
  }

  /**
   * The one between two ports.
   *
   * @param in the link that leads to the second
   */
  static Route between(HostPort from, HostPort to, Link in) {
    return new Route(from, to, in);
  }

  /** Whether a segment that leaves now arrives. */
  boolean passes(Randomness random) {
    return source.equals(from.address())
        && target.equals(to.address())
        && passes(from.link(), random)
        && passes(in, random);
  }

  private static boolean passes(Link link, Randomness random) {
    int lostPpm = link.faults().lostPpm();
    return link.isUp() && !link.swallows() && (lostPpm == 0 || random.nextInt(MILLION) >= lostPpm);
  }

  /** How long a segment takes that leaves now. */
  long delayNanos(Randomness random) {
    return from.link().config().delayNanos()
        + in.config().delayNanos()
        + random.nextInt(JITTER_NANOS);
  }
}
