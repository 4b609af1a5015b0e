// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.List;

/**
 * One kind of work, done by ours and by others.
 *
 * @param name for people and scripts, such as {@code WRITE 64 KiB}
 * @param workload what the programs are told to do; they know the word
 * @param own whose figure is divided by those of the peers
 * @param peers what it is held against, at least one
 * @param metrics what is read off a round, at least one; a row for each peer that measures it
 * @param bounds that hold for ours whatever the peers do
 */
public record Case(
    String name,
    String workload,
    Contender own,
    List<Contender> peers,
    List<Metric> metrics,
    List<Bound> bounds) {
  /** Without bounds. */
  public Case(
      String name, String workload, Contender own, List<Contender> peers, List<Metric> metrics) {
    this(name, workload, own, peers, metrics, List.of());
  }

  public Case {
    if (peers.isEmpty() || metrics.isEmpty()) {
      throw new IllegalArgumentException("case " + name + " compares nothing");
    }
    peers = List.copyOf(peers);
    metrics = List.copyOf(metrics);
    bounds = List.copyOf(bounds);
  }
}
