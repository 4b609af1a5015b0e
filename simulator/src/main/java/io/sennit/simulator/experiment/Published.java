// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What somebody has published, and the figure of this run that comes nearest to it. Published
 * figures are of other fabrics, loads and baselines: they say which size is to be expected, no
 * more.
 *
 * @param claim as published
 * @param source where
 * @param here this run's figure in words, out of the summaries of a plan; empty if it has none
 */
record Published(String claim, String source, Function<List<Summary>, String> here) {
  private static final String LU =
      "Lu et al., Multi-Path Transport for RDMA in Datacenters, NSDI 2018, abstract";

  /** What fits an experiment. */
  static List<Published> about(String experiment) {
    return switch (experiment) {
      case "link-grey" ->
        List.of(new Published(
            "2 to 4 times the throughput of one path with 0.5 to 10 % loss on one link; that one"
                + " goes back to what was lost and sends all of it again, ECMP here does not: it"
                + " is behind by flows that meet on a link, as without loss",
            LU, Published::overOnePath));
      case "link-cut" ->
        List.of(new Published(
            "REPS routes around a failure in less than 100 us",
            "Bonato et al., REPS: Recycled Entropy Packet Spraying, 2024, abstract",
            Published::stalls));
      case "permutation-leafspine-128", "permutation-fattree-1024" ->
        List.of(
            new Published(
                "up to 47 % more of the network used than by one path", LU, Published::overOnePath),
            new Published(
                "PLB: 60 % less imbalance of links than by hash",
                "Qureshi et al., PLB: Congestion Signals are Simple and Effective for Network Load"
                    + " Balancing, SIGCOMM 2022, abstract",
                Published::imbalance));
      default -> List.of();
    };
  }

  static OptionalDouble figure(
      List<Summary> summaries, Policy policy, Function<Summary, Double> figure) {
    return summaries.stream()
        .filter(each -> each.policy() == policy)
        .mapToDouble(figure::apply)
        .findFirst();
  }

  private static String overOnePath(List<Summary> summaries) {
    OptionalDouble one = figure(summaries, Policy.ONE_PATH, Summary::goodputGigabits);
    StringBuilder text = new StringBuilder();
    for (Policy policy : List.of(Policy.MP_RDMA, Policy.SENNIT, Policy.SENNIT_FULL)) {
      OptionalDouble many = figure(summaries, policy, Summary::goodputGigabits);
      if (one.isPresent() && many.isPresent() && one.getAsDouble() > 0) {
        append(text, policy, "%.2f times ECMP", many.getAsDouble() / one.getAsDouble());
      }
    }
    return text.toString();
  }

  private static String stalls(List<Summary> summaries) {
    StringBuilder text = new StringBuilder();
    for (Policy policy : List.of(Policy.REPS, Policy.SENNIT, Policy.SENNIT_FULL)) {
      figure(summaries, policy, Summary::stallMicros)
          .ifPresent(micros -> append(text, policy, "stalled for %.0f us at most", micros));
    }
    return text.toString();
  }

  private static String imbalance(List<Summary> summaries) {
    OptionalDouble one = figure(summaries, Policy.ONE_PATH, Summary::imbalance);
    StringBuilder text = new StringBuilder();
    for (Policy policy : List.of(Policy.REPS, Policy.SENNIT)) {
      OptionalDouble many = figure(summaries, policy, Summary::imbalance);
      if (one.isPresent() && many.isPresent() && one.getAsDouble() > 0) {
        double less = 100 * (1 - many.getAsDouble() / one.getAsDouble());
        append(text, policy, "%.0f %% less imbalance than ECMP", less);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Policy policy, String format, double value) {
    text.append(text.isEmpty() ? "" : "; ")
        .append(policy.label())
        .append(": ")
        .append(String.format(Locale.ROOT, format, value));
  }
}
