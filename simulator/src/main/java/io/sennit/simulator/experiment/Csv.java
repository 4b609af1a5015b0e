// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** One line for each trial; the same bytes for the same seeds. Stateless. */
public final class Csv {
  /** First line. */
  public static final String HEAD = "plan,policy,model,seed,flows,done,failed,offered_bytes,"
      + "delivered_bytes,goodput_bits_per_second,completion_p50_nanos,completion_p99_nanos,"
      + "stall_nanos,recovery_nanos,use_mean,use_least,use_most,lost_packets,carried_packets,"
      + "events,end_nanos,failure";

  private Csv() {}

  /** A line without its end; what is not known, or for ever, is empty. */
  public static String line(TrialResult result) {
    List<String> fields = List.of(
        result.plan().name(),
        result.policy().name().toLowerCase(Locale.ROOT),
        result.policy().model().name().toLowerCase(Locale.ROOT),
        Long.toString(result.seed()),
        Integer.toString(result.flows().size()),
        Long.toString(result.doneFlows()),
        Long.toString(result.failedFlows()),
        Long.toString(result.offeredBytes()),
        Long.toString(result.deliveredBytes()),
        String.format(Locale.ROOT, "%.0f", result.goodputBitsPerSecond()),
        number(result.completionNanos(50)),
        number(result.completionNanos(99)),
        Long.toString(result.stallNanos()),
        number(result.recoveryNanos()),
        share(result.meanUse()),
        share(result.leastUse()),
        share(result.mostUse()),
        Long.toString(result.work().lostPackets()),
        Long.toString(result.work().carriedPackets()),
        Long.toString(result.work().events()),
        Long.toString(result.endNanos()),
        quoted(result.failure().orElse("")));
    return String.join(",", fields);
  }

  /** A sentence as one field. */
  private static String quoted(String text) {
    return text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String number(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "";
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
