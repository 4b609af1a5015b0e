// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How good a path is, as far as it has been measured; 0 where it has not.
 *
 * @param srttNanos smoothed round trip, without the time that own bytes take on the line
 * @param rttVariationNanos its smoothed mean deviation
 * @param minRttNanos the shortest of the last seconds
 * @param out what SEND and WRITE use
 * @param in what READ uses
 */
public record PathQuality(
    long srttNanos, long rttVariationNanos, long minRttNanos, PathFlow out, PathFlow in) {}
