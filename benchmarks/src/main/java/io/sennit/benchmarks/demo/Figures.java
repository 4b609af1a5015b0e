// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.List;

/**
 * What one run showed; the field names are the keys of the JSON report.
 *
 * @param calls small calls and transfers that were begun
 * @param serverExecutions calls that reached the service; more than {@code calls} would be a repeat
 * @param bytes file bytes, both directions
 * @param bytesBy payload bytes by the verb that moved them, both processes; zeros without verbs
 * @param sha256Equal whether the file was the same after both transfers
 * @param throughputBytesPerSecond file bytes over the time of both transfers
 */
record Figures(
    String provider,
    long calls,
    long failedCalls,
    long serverExecutions,
    long bytes,
    Traffic.ByVerb bytesBy,
    boolean sha256Equal,
    long throughputBytesPerSecond,
    Percentiles smallCallMicros,
    List<Traffic.PathShare> paths) {
  /** Of all small calls, one after the other. */
  record Percentiles(double p50, double p99) {}
}
