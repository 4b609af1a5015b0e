// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;

/**
 * One path at one moment.
 *
 * @param path as this side names it
 * @param state of its strand
 * @param epoch of its strand
 * @param bytesSent by SEND, headers included
 * @param bytesWritten by WRITE
 * @param bytesRead by READ
 * @param inFlightBytes posted and not completed
 * @param srttNanos smoothed time of a chunk, its own serialisation included; 0 if unknown
 * @param rateBytesPerSecond what it recently delivered at best; 0 if unknown
 */
public record PathSnapshot(
    Path path,
    StrandState state,
    int epoch,
    long bytesSent,
    long bytesWritten,
    long bytesRead,
    long inFlightBytes,
    long srttNanos,
    long rateBytesPerSecond) {
  /** For people: {@code 0-0/1} is local port 0, remote port 0, route label 1. */
  public String label() {
    return path.localPort() + "-" + path.remotePort() + "/" + path.routeLabel();
  }
}
