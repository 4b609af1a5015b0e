// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Summaries as rows of a table for documents; the same bytes for the same seeds. Stateless. */
final class Markdown {
  static final String HEAD = "| experiment | policy | Gbit/s | half done, us | 99 % done, us"
      + " | stall, us | recovery, us | not done |\n|---|---|---:|---:|---:|---:|---:|---:|";

  private Markdown() {}

  /** A row without its end. */
  static String row(Summary summary) {
    return "| "
        + String.join(
            " | ",
            List.of(
                summary.plan().name(),
                summary.policy().label(),
                String.format(Locale.ROOT, "%,.2f", summary.goodputGigabits()),
                micros(summary.completionMicros(50)),
                micros(summary.completionMicros(99)),
                micros(OptionalDouble.of(summary.stallMicros())),
                micros(summary.recoveryMicros()),
                Long.toString(summary.unfinishedFlows())))
        + " |";
  }

  private static String micros(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%,.0f", value.getAsDouble()) : "–";
  }
}
