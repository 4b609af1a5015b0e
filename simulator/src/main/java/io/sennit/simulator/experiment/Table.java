// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Summaries as text for a terminal. Stateless. */
final class Table {
  private static final String FORMAT = "%-20s %-5s %8s %10s %10s %10s %10s  %-17s %s%n";

  private Table() {}

  /** One plan. */
  static String of(List<Summary> summaries) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(
        FORMAT,
        summaries.getFirst().plan().name(),
        "model",
        "Gbit/s",
        "p50 us",
        "p99 us",
        "stall us",
        "back us",
        "links used",
        "not done"));
    summaries.forEach(each -> text.append(line(each)));
    summaries.forEach(each -> each.failures()
        .ifPresent(failures -> text.append(String.format(
            "  %s (%s): %s%n",
            each.policy().label(),
            each.policy().model().name().toLowerCase(Locale.ROOT),
            failures))));
    return text.toString();
  }

  private static String line(Summary each) {
    return String.format(
        Locale.ROOT,
        FORMAT,
        each.policy().label(),
        each.policy().model().name().toLowerCase(Locale.ROOT),
        String.format(Locale.ROOT, "%.2f", each.goodputGigabits()),
        micros(each.completionMicros(50)),
        micros(each.completionMicros(99)),
        micros(OptionalDouble.of(each.stallMicros())),
        micros(each.recoveryMicros()),
        String.format(
            Locale.ROOT, "%.2f (%.2f-%.2f)", each.meanUse(), each.leastUse(), each.mostUse()),
        each.unfinishedFlows() == 0 ? "" : Long.toString(each.unfinishedFlows()));
  }

  private static String micros(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.0f", value.getAsDouble()) : "-";
  }
}
