// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/**
 * One path as one process sees it.
 *
 * @param label equal in both processes
 * @param state of its strand, such as {@code GOOD}
 * @param rttNanos smoothed; 0 if unknown
 * @param bytesPerSecond what it delivers at best, as that process measures it; 0 if unknown
 * @param bytes moved so far with that process as the initiator
 * @param rebuilds how often a new strand took the place of a lost one
 */
record PathSample(
    String label, String state, long rttNanos, long bytesPerSecond, long bytes, int rebuilds) {}
