// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.Locale;

/**
 * A bound on the ratio of ours to a peer's.
 *
 * @param kind which side of it is good
 * @param ratio the bound
 */
public record Target(Kind kind, double ratio) {
  /** Nothing is asked for; the figure is there to be seen. */
  public static final Target NONE = new Target(Kind.NONE, 0);

  /** Which ratios are good. */
  public enum Kind {
    AT_MOST,
    AT_LEAST,
    NONE
  }

  public static Target atMost(double ratio) {
    return new Target(Kind.AT_MOST, ratio);
  }

  public static Target atLeast(double ratio) {
    return new Target(Kind.AT_LEAST, ratio);
  }

  /** Such as {@code <= 1.4}; empty if there is none. */
  public String text() {
    String bound = String.format(Locale.ROOT, "%.2f", ratio).replaceFirst("0$", "");
    return switch (kind) {
      case AT_MOST -> "<= " + bound;
      case AT_LEAST -> ">= " + bound;
      case NONE -> "";
    };
  }

  /** Whether a ratio is as asked for. */
  public boolean isMetBy(double measured) {
    return switch (kind) {
      case AT_MOST -> measured <= ratio;
      case AT_LEAST -> measured >= ratio;
      case NONE -> true;
    };
  }
}
