// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The greatest flow through a network of edges that have a capacity (Dinic's algorithm). */
final class MaxFlow {
  private final List<List<Edge>> edges = new ArrayList<>();
  private final int[] levels;
  private final int[] tried;

  /** An edge, and what may still go along it. */
  private static final class Edge {
    private final int to;
    private final int back;
    private double left;

    Edge(int to, int back, double left) {
      this.to = to;
      this.back = back;
      this.left = left;
    }
  }

  /** @param nodes how many, numbered from 0 */
  MaxFlow(int nodes) {
    for (int node = 0; node < nodes; node++) {
      edges.add(new ArrayList<>());
    }
    levels = new int[nodes];
    tried = new int[nodes];
  }

  void join(int from, int to, double capacity) {
    edges.get(from).add(new Edge(to, edges.get(to).size(), capacity));
    edges.get(to).add(new Edge(from, edges.get(from).size() - 1, 0));
  }

  /** Computes the maximum flow; call it once. */
  double between(int source, int sink) {
    double all = 0;
    while (level(source)[sink] >= 0) {
      Arrays.fill(tried, 0);
      double found = push(source, sink, Double.MAX_VALUE);
      while (found > 0) {
        all += found;
        found = push(source, sink, Double.MAX_VALUE);
      }
    }
    return all;
  }

  /** Steps from the source to each node by edges along which something may go; -1 if by none. */
  private int[] level(int source) {
    Arrays.fill(levels, -1);
    levels[source] = 0;
    ArrayDeque<Integer> reached = new ArrayDeque<>(List.of(source));
    while (!reached.isEmpty()) {
      int node = reached.remove();
      for (Edge edge : edges.get(node)) {
        if (edge.left > 0 && levels[edge.to] < 0) {
          levels[edge.to] = levels[node] + 1;
          reached.add(edge.to);
        }
      }
    }
    return levels;
  }

  private double push(int node, int sink, double most) {
    if (node == sink) {
      return most;
    }
    for (; tried[node] < edges.get(node).size(); tried[node]++) {
      Edge edge = edges.get(node).get(tried[node]);
      if (edge.left > 0 && levels[edge.to] == levels[node] + 1) {
        double gone = push(edge.to, sink, Math.min(most, edge.left));
        if (gone > 0) {
          edge.left -= gone;
          edges.get(edge.to).get(edge.back).left += gone;
          return gone;
        }
      }
    }
    return 0;
  }
}
