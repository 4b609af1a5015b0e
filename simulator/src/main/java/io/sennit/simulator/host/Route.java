// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.Link;

/**
 * How the segments of a byte stream go from one port to another: as the ports' own links are at
 * that moment, whatever lies between them.
 *
 * @param out of the sender
 * @param in of the receiver
 */
record Route(Link out, Link in) {
  private static final int MILLION = 1_000_000;
  private static final int JITTER_NANOS = 200_000;

  /**
   * The one between two ports.
   *
   * @param in the link that leads to the second
   */
  static Route between(HostPort from, Link in) {
    return new Route(from.link(), in);
  }

  /** Whether a segment that leaves now arrives. */
  boolean passes(Randomness random) {
    return passes(out, random) && passes(in, random);
  }

  private static boolean passes(Link link, Randomness random) {
    int lostPpm = link.faults().lostPpm();
    return link.isUp() && !link.swallows() && (lostPpm == 0 || random.nextInt(MILLION) >= lostPpm);
  }

  /** How long a segment takes that leaves now. */
  long delayNanos(Randomness random) {
    return out.config().delayNanos() + in.config().delayNanos() + random.nextInt(JITTER_NANOS);
  }
}
