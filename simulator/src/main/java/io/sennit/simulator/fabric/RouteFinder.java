// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds for every switch the links of least cost to every host port; used once, at the start. */
final class RouteFinder {
  private static final Link[] NO_WAY = {};

  /**
   * A link out of a switch, and the switch (by index) or host port (from -1 down) that it meets.
   */
  record Edge(Link link, int to) {
    static int port(int index) {
      return -1 - index;
    }
  }

  private final List<List<Edge>> edges;
  private final List<List<Integer>> neighbours = new ArrayList<>();
  private final List<Map<List<Link>, Link[]>> known = new ArrayList<>();

  /** @param edges out of every switch */
  RouteFinder(List<List<Edge>> edges) {
    this.edges = edges;
    for (int at = 0; at < edges.size(); at++) {
      neighbours.add(new ArrayList<>());
      known.add(new HashMap<>());
    }
    for (int at = 0; at < edges.size(); at++) {
      for (Edge edge : edges.get(at)) {
        if (edge.to() >= 0) {
          neighbours.get(edge.to()).add(at);
        }
      }
    }
  }

  /** By switch; alike sets of links are one array. */
  Link[][] towards(int port) {
    int[] distances = distances(port);
    Link[][] found = new Link[edges.size()][];
    for (int at = 0; at < found.length; at++) {
      found[at] = distances[at] == Integer.MAX_VALUE ? NO_WAY : nearer(at, port, distances);
    }
    return found;
  }

  private Link[] nearer(int at, int port, int[] distances) {
    List<Link> links = new ArrayList<>();
    for (Edge edge : edges.get(at)) {
      int left = edge.to() >= 0 ? distances[edge.to()] : ofPort(edge, port);
      if (left == distances[at] - 1) {
        links.add(edge.link());
      }
    }
    return known.get(at).computeIfAbsent(links, fresh -> fresh.toArray(Link[]::new));
  }

  private static int ofPort(Edge edge, int port) {
    return edge.to() == Edge.port(port) ? 0 : Integer.MAX_VALUE;
  }

  private int[] distances(int port) {
    int[] distances = new int[edges.size()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    ArrayDeque<Integer> reached = new ArrayDeque<>();
    for (int at = 0; at < distances.length; at++) {
      if (edges.get(at).stream().anyMatch(edge -> ofPort(edge, port) == 0)) {
        distances[at] = 1;
        reached.add(at);
      }
    }
    while (!reached.isEmpty()) {
      int at = reached.remove();
      for (int before : neighbours.get(at)) {
        if (distances[before] == Integer.MAX_VALUE) {
          distances[before] = distances[at] + 1;
          reached.add(before);
        }
      }
    }
    return distances;
  }
}
