// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/**
 * A number that every round ends with.
 *
 * @param name its key among the figures of a round
 * @param unit such as {@code µs}
 * @param target for ours divided by the peer's
 */
public record Metric(String name, String unit, Target target) {}
