// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Says in the log what a path carries, when that changes; more often than seldom to who debugs. */
final class MtuLog {
  private static final Logger LOG = LoggerFactory.getLogger(MtuLog.class);
  private static final long PAUSE_NANOS = 1_000_000_000;

  private final RoceDomain domain;
  private final Path path;
  private boolean told;
  private long toldNanos;

  MtuLog(RoceDomain domain, Path path) {
    this.domain = domain;
    this.path = path;
  }

  /** @param why as part of a sentence */
  void changed(int wasBytes, int bytes, String why, long nowNanos) {
    boolean tells = !told || nowNanos - toldNanos >= PAUSE_NANOS;
    told = true;
    toldNanos = tells ? nowNanos : toldNanos;
    LOG.atLevel(tells ? Level.INFO : Level.DEBUG)
        .log(
            "packets from {} to {} by route {} may carry {} bytes from now on, not {}: {}",
            domain.engine().shell().portName(path.localPort()),
            domain.peerAddress(path),
            path.routeLabel(),
            bytes,
            wasBytes,
            why);
  }
}
