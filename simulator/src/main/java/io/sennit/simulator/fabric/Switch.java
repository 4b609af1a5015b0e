// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Seeds;

/** Sends packets on by their destination; flows are spread over all links of equal cost by hash. */
final class Switch implements PacketHandler {
  private final Medium medium;
  private final long salt;
  private final int node;
  private Link[][] routes = {};

  /** @param salt as real switches have one, so that not all choose alike */
  Switch(int node, Medium medium, long salt) {
    this.node = node;
    this.medium = medium;
    this.salt = salt;
  }

  /** @param byDestination links of least cost to each host port, none if there is no way */
  void routes(Link[][] byDestination) {
    routes = byDestination;
  }

  @Override
  public void receive(int packet) {
    Link[] choices = routes[medium.pool.destination(packet)];
    int chosen = choices.length == 0 ? -1 : choose(choices, medium.pool.flow(packet));
    if (chosen < 0) {
      medium.lose(packet, node, LossCause.NO_ROUTE);
    } else {
      choices[chosen].receive(packet);
    }
  }

  /** The link that the hash names, or else the next one that is up; -1 if none is. */
  private int choose(Link[] choices, long flow) {
    int first = (int) ((Seeds.mix(flow ^ salt) >>> 1) % choices.length);
    for (int tried = 0; tried < choices.length; tried++) {
      int at = (first + tried) % choices.length;
      if (choices[at].isUp()) {
        return at;
      }
    }
    return -1;
  }
}
