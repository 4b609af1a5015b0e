// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How good a path is, as far as it has been measured; 0 where it has not.
 *
 * @param srttNanos smoothed round trip, without the time that own bytes take on the line
 * @param rttVariationNanos its smoothed mean deviation
 * @param minRttNanos the shortest of the last seconds
 * @param outRateBytesPerSecond what SEND and WRITE lately delivered at best
 * @param inRateBytesPerSecond what READ lately delivered at best
 */
public record PathQuality(
    long srttNanos,
    long rttVariationNanos,
    long minRttNanos,
    long outRateBytesPerSecond,
    long inRateBytesPerSecond) {}
