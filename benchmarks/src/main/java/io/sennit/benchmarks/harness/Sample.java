// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The figures of some rounds, at least one. */
record Sample(List<Double> values) {
  Sample {
    values = List.copyOf(values);
  }

  double median() {
    return quantile(0.5);
  }

  /** How far the rounds lie apart: the middle half of them, as a share of the median if any. */
  double spread() {
    return median() == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / median();
  }

  /** How far the latest few lie apart, as a share of their median; infinite if there are fewer. */
  double latestSpread(int count) {
    if (values.size() < count) {
      return Double.POSITIVE_INFINITY;
    }
    List<Double> latest = values.subList(values.size() - count, values.size());
    return (Collections.max(latest) - Collections.min(latest)) / new Sample(latest).median();
  }

  private double quantile(double share) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    double at = share * (sorted.size() - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
  }
}
