// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Says in the log which paths have failed, and which work after that. A path that does not work is
 * told of once, however often it is tried again, so that two ports that cannot reach each other do
 * not fill a disk; the other attempts are for whoever debugs.
 */
final class PathLog {
  private final BraidSession session;

  /** Tests listen. */
  Logger log = LoggerFactory.getLogger(PathLog.class);

  PathLog(BraidSession session) {
    this.session = session;
  }

  /** A strand has gone down that was to live. */
  void failed(StrandPath path, String cause, boolean worked) {
    log.atLevel(path.toldOfFailure ? Level.DEBUG : Level.INFO)
        .log(
            "path {} of session {} {}: {}; it is tried again, ever more seldom",
            path.label(),
            Long.toHexString(session.sessionId()),
            worked ? "has failed" : "does not work",
            cause);
    path.toldOfFailure = true;
  }

  void works(StrandPath path) {
    if (path.toldOfFailure) {
      path.toldOfFailure = false;
      log.info("path {} of session {} works", path.label(), Long.toHexString(session.sessionId()));
    }
  }
}
