// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/**
 * What cutting a path did.
 *
 * @param fromSeconds when it was cut, counted from the begin of the first transfer
 * @param toSeconds when it came back, or the first transfer ended
 * @param cutMillis how long it was cut
 * @param cutStallMillis longest time without a delivery after the cut
 * @param rebuiltPathBytes what the path carried after its rebuild, both processes together
 */
record CutFigures(
    String label,
    double fromSeconds,
    double toSeconds,
    double cutMillis,
    double cutStallMillis,
    long rebuiltPathBytes) {}
