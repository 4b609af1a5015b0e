// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.List;

/**
 * One path at one moment; immutable.
 *
 * @param path as this side names it
 * @param state of its strand
 * @param epoch of its strand
 * @param bytes moved by this side
 * @param quality as measured by this side
 * @param mtuBytes payload of its longest packets; 0 before it worked, or if there are no packets
 * @param rebuilds times that a later strand became good
 * @param changes the last changes of state, oldest first
 */
public record PathSnapshot(
    Path path,
    StrandState state,
    int epoch,
    PathBytes bytes,
    PathQuality quality,
    int mtuBytes,
    int rebuilds,
    List<PathChange> changes) {
  public PathSnapshot {
    changes = List.copyOf(changes);
  }

  /** For people: {@code 0-0/1} is local port 0, remote port 0, route label 1. */
  public String label() {
    return label(path);
  }

  static String label(Path path) {
    return path.localPort() + "-" + path.remotePort() + "/" + path.routeLabel();
  }

  /** By SEND. */
  public long bytesSent() {
    return bytes.sent();
  }

  /** By WRITE. */
  public long bytesWritten() {
    return bytes.written();
  }

  /** By READ. */
  public long bytesRead() {
    return bytes.read();
  }

  /** Since when it has been in its state, on the clock of {@link Braid#poll}. */
  public long sinceNanos() {
    return changes.isEmpty() ? 0 : changes.getLast().atNanos();
  }

  public long inFlightBytes() {
    return bytes.inFlight();
  }

  public long srttNanos() {
    return quality.srttNanos();
  }

  /** The rate of the better direction. */
  public long rateBytesPerSecond() {
    return Math.max(quality.out().rateBytesPerSecond(), quality.in().rateBytesPerSecond());
  }
}
