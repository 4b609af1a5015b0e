// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/**
 * What ours is held against besides peers: what can be had at all, or what is promised.
 *
 * @param metric the name of what it bounds
 * @param name in the report, in the place of a peer's
 * @param value of that metric; not zero
 * @param target for ours divided by it
 */
public record Bound(String metric, String name, double value, Target target) {}
