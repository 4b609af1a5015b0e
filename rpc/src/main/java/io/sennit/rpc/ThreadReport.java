// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.LastResort;

/**
 * How a thread is that sessions cannot live without, as JMX carries it. Immutable.
 *
 * @param thread its name
 * @param turning whether it has turned since it was last woken, or was woken less than five seconds
 *     ago; a rendezvous of {@code shm} cannot be woken, and counts as turning
 * @param turns how often it has gone round so far
 * @param sinceTurnNanos since the last time; a thread without work may sleep for a minute
 * @param caught how often something was thrown there that must not be, such as an
 *     {@link OutOfMemoryError}
 * @param restarts how often all of its work had to be begun again for that
 */
public record ThreadReport(
    String thread, boolean turning, long turns, long sinceTurnNanos, long caught, long restarts) {
  static ThreadReport of(LastResort.Report report) {
    return new ThreadReport(
        report.thread(),
        report.turning(),
        report.turns(),
        report.sinceTurnNanos(),
        report.caught(),
        report.restarts());
  }
}
