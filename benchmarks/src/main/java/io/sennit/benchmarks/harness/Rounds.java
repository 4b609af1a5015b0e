// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the contenders of one case measured, round by round. Confined to one thread. */
final class Rounds {
  private final Case which;
  private final List<Row> before = new ArrayList<>();
  private final Map<Contender, List<Map<String, Double>>> figures = new LinkedHashMap<>();

  Rounds(Case which) {
    this.which = which;
  }

  /** What follows rounds of which some metrics are reported too, with "cold" in their names. */
  static Rounds after(Rounds cold, List<Metric> metrics) {
    Rounds rounds = new Rounds(cold.which);
    if (cold.hasRun(cold.which.own())) {
      for (Metric metric : metrics) {
        Metric named = new Metric(metric.name() + ", cold", metric.unit(), metric.target());
        rounds.before.addAll(cold.rows(metric.name(), named));
      }
    }
    return rounds;
  }

  Case which() {
    return which;
  }

  private boolean hasRun(Contender contender) {
    return figures.containsKey(contender);
  }

  /** Ours first. */
  List<Contender> contenders() {
    List<Contender> all = new ArrayList<>(List.of(which.own()));
    all.addAll(which.peers());
    return all;
  }

  void add(Contender contender, Map<String, Double> round) {
    of(contender).add(round);
  }

  private List<Map<String, Double>> of(Contender contender) {
    return figures.computeIfAbsent(contender, absent -> new ArrayList<>());
  }

  /** Whether the latest rounds of everybody lie close together. */
  boolean agree(double share, int latest) {
    String metric = which.metrics().getFirst().name();
    return contenders().stream()
        .allMatch(each -> sample(each, metric).latestSpread(latest) <= share);
  }

  /** The figures of one contender, of those rounds that have one. */
  Sample sample(Contender contender, String metric) {
    if (!measures(contender, metric)) {
      throw new IllegalStateException(contender.name() + " does not measure " + metric);
    }
    return new Sample(of(contender).stream()
        .filter(round -> round.containsKey(metric))
        .map(round -> round.get(metric))
        .toList());
  }

  private boolean measures(Contender contender, String metric) {
    return hasRun(contender) && of(contender).stream().anyMatch(round -> round.containsKey(metric));
  }

  /** A row for each metric and each peer; none of what ours had nothing to measure of. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>(before);
    for (Metric metric : which.metrics()) {
      if (measures(which.own(), metric.name())) {
        rows.addAll(bounds(metric));
        rows.addAll(rows(metric.name(), metric));
      }
    }
    return rows;
  }

  private List<Row> bounds(Metric metric) {
    Sample own = sample(which.own(), metric.name());
    return which.bounds().stream()
        .filter(bound -> bound.metric().equals(metric.name()))
        .map(bound -> Row.of(which, metric, own, bound))
        .toList();
  }

  /** A row for each peer that measures this and did not come to nothing: that divides nothing. */
  private List<Row> rows(String measured, Metric metric) {
    Sample own = sample(which.own(), measured);
    return which.peers().stream()
        .filter(peer -> measures(peer, measured))
        .map(peer -> Row.of(which, metric, own, peer, sample(peer, measured)))
        .filter(row -> row.peerValue() != 0)
        .toList();
  }
}
