// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.simulator.Seeds;
import io.sennit.simulator.fabric.HostPort;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A way from port to port; switches choose by the UDP port. Immutable.
 *
 * @param udpPort of the sender
 */
public record Route(HostPort from, HostPort to, int udpPort) {
  private static final int FIRST_UDP_PORT = 0xc000;

  /**
   * The ways between two hosts by label, over their ports in turn.
   *
   * @param near ports of the one
   * @param far ports of the other, each joined to the near one of its place
   * @param salt tells the ways of one flow from those of another
   */
  public static IntFunction<Route> between(List<HostPort> near, List<HostPort> far, long salt) {
    return label -> of(near.get(label % near.size()), far.get(label % far.size()), label, salt);
  }

  /** One way that has a label. */
  static Route of(HostPort from, HostPort to, int label, long salt) {
    long mixed = Seeds.mix(Seeds.mix(salt) + label);
    return new Route(from, to, FIRST_UDP_PORT | (int) (mixed & 0x3fff));
  }

  /** The way of answers. */
  Route reversed() {
    return new Route(to, from, udpPort);
  }
}
