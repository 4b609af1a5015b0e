// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Where Sennit is behind another policy, in sentences. Stateless. */
final class Behind {
  /** Less is noise. */
  private static final double NOTABLE = 1.03;

  private Behind() {}

  /** Of one plan; on the model of a NIC, which all policies share. */
  static List<String> of(List<Summary> summaries) {
    List<String> sentences = new ArrayList<>();
    for (Summary sennit : summaries) {
      if (sennit.policy() == Policy.SENNIT) {
        compare(
            summaries,
            sennit,
            new Figure("moves %.2f Gbit/s", each -> OptionalDouble.of(each.goodputGigabits())),
            1,
            sentences);
        compare(
            summaries,
            sennit,
            new Figure(
                "is done with half of the flows in %.0f us", each -> each.completionMicros(50)),
            -1,
            sentences);
        compare(
            summaries,
            sennit,
            new Figure(
                "is done with 99 %% of the flows in %.0f us", each -> each.completionMicros(99)),
            -1,
            sentences);
        compare(
            summaries,
            sennit,
            new Figure("stalls for %.0f us at most", each -> OptionalDouble.of(each.stallMicros())),
            -1,
            sentences);
      }
    }
    return sentences;
  }

  /** What is compared, and how it is said. */
  private record Figure(String format, Function<Summary, OptionalDouble> of) {
    /** With nothing, for ever. */
    double value(Summary summary) {
      return of.apply(summary).orElse(Double.POSITIVE_INFINITY);
    }

    String say(Summary summary) {
      double value = value(summary);
      return Double.isInfinite(value) ? "is not done" : String.format(Locale.ROOT, format, value);
    }
  }

  /** @param better 1 if more is better, -1 if less is */
  private static void compare(
      List<Summary> summaries, Summary sennit, Figure figure, int better, List<String> sentences) {
    Summary best = sennit;
    for (Summary each : summaries) {
      boolean ahead = better * (figure.value(each) - figure.value(best)) > 0;
      best = each.policy().model() == sennit.policy().model() && ahead ? each : best;
    }
    double ratio = figure.value(best) / figure.value(sennit);
    if (Math.max(ratio, 1 / ratio) > NOTABLE) {
      sentences.add(
          best.policy().label() + " " + figure.say(best) + ", Sennit " + figure.say(sennit) + ".");
    }
  }
}
