// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import com.google.gson.annotations.SerializedName;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ours beside one peer.
 *
 * @param name of the case
 * @param metric what was measured
 * @param sennit the median of our rounds
 * @param peer who else
 * @param peerValue the median of its rounds
 * @param ratio of ours to the peer's
 * @param target such as {@code <= 1.4}; empty if there is none
 * @param met whether the ratio is as asked for; nothing if nothing was asked for
 * @param rounds that counted, of each
 * @param spread the middle half of our rounds, as a share of their median
 * @param sennitRounds our rounds in their order
 * @param peerRounds the peer's
 */
record Row(
    @SerializedName("case") String name,
    String metric,
    String unit,
    double sennit,
    String peer,
    double peerValue,
    double ratio,
    String target,
    @Nullable Boolean met,
    int rounds,
    double spread,
    List<Double> sennitRounds,
    List<Double> peerRounds) {
  static Row of(Case which, Metric metric, Sample own, Contender peer, Sample others) {
    return of(which, metric, own, new Beside(peer.name(), others, metric.target()));
  }

  /** Beside a bound, which is the same in all rounds. */
  static Row of(Case which, Metric metric, Sample own, Bound bound) {
    Sample same = new Sample(Collections.nCopies(own.values().size(), bound.value()));
    return of(which, metric, own, new Beside(bound.name(), same, bound.target()));
  }

  private record Beside(String name, Sample values, Target target) {}

  private static Row of(Case which, Metric metric, Sample own, Beside beside) {
    Sample others = beside.values();
    double ratio = own.median() / others.median();
    Target target = beside.target();
    return new Row(
        which.name(),
        metric.name(),
        metric.unit(),
        own.median(),
        beside.name(),
        others.median(),
        ratio,
        target.text(),
        target.kind() == Target.Kind.NONE ? null : target.isMetBy(ratio),
        own.values().size(),
        own.spread(),
        own.values(),
        others.values());
  }

  /** Whether a target was missed. */
  boolean isMissed() {
    return Boolean.FALSE.equals(met);
  }
}
