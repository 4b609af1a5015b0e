// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Seeds;
import java.util.ArrayList;
import java.util.List;

/** Sends packets on by their destination; flows are spread over all links of equal cost by hash. */
final class Switch implements PacketHandler {
  private final Medium medium;
  private final long salt;
  private final int node;

  /** For each host port, which of the choices lead there: few, as most lie the same way. */
  private char[] routes = {};

  private Link[][] choices = {};

  /** @param salt as real switches have one, so that not all choose alike */
  Switch(int node, Medium medium, long salt) {
    this.node = node;
    this.medium = medium;
    this.salt = salt;
  }

  /** @param byDestination links of least cost to each host port, none if there is no way */
  void routes(Link[][] byDestination) {
    List<Link[]> found = new ArrayList<>();
    routes = new char[byDestination.length];
    for (int port = 0; port < routes.length; port++) {
      Link[] links = byDestination[port];
      if (!found.contains(links)) {
        found.add(links);
      }
      routes[port] = (char) found.indexOf(links);
    }
    choices = found.toArray(Link[][]::new);
  }

  @Override
  public void receive(int packet) {
    Link[] links = choices[routes[medium.pool.destination(packet)]];
    int chosen = links.length == 0 ? -1 : choose(links, medium.pool.flow(packet));
    if (chosen < 0) {
      medium.lose(packet, node, LossCause.NO_ROUTE);
    } else {
      links[chosen].receive(packet);
    }
  }

  /** The link that the hash names, or else the next one that is up; -1 if none is. */
  private int choose(Link[] links, long flow) {
    int first = (int) ((Seeds.mix(flow ^ salt) >>> 1) % links.length);
    for (int tried = 0; tried < links.length; tried++) {
      int at = (first + tried) % links.length;
      if (links[at].isUp()) {
        return at;
      }
    }
    return -1;
  }
}
