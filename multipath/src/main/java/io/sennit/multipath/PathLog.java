// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Says in the log which paths have failed, and which work after that. A path that does not work is
 * told of once, however often it is tried again, so that two ports that cannot reach each other do
 * not fill a disk; the other attempts are for whoever debugs. So are all beyond some: a peer can
 * have paths fail and come back as often as it likes.
 */
final class PathLog {
  /** Failures that are told of one after the other, and how long until one more is. */
  private static final int MOST_AT_ONCE = 64;

  private static final long PAUSE_NANOS = 1_000_000_000;

  private final BraidSession session;

  /** When all that was told would have been told at one in a pause. */
  private long toldUntilNanos = Long.MIN_VALUE;

  /** Tests listen. */
  Logger log = LoggerFactory.getLogger(PathLog.class);

  PathLog(BraidSession session) {
    this.session = session;
  }

  /**
   * Why a strand has gone down.
   *
   * @param worked whether it carried anything before
   * @param resized whether the next one has other packets, and that is all
   */
  record Failure(String cause, boolean worked, boolean resized) {}

  /** A strand has gone down that was to live. */
  void failed(StrandPath path, Failure failure, long nowNanos) {
    boolean tells = !path.toldOfFailure && mayTell(nowNanos);
    log.atLevel(tells ? Level.INFO : Level.DEBUG)
        .log(
            "path {} of session {} {}: {}; it is {}",
            path.label(),
            Long.toHexString(session.sessionId()),
            failure.worked() ? "has failed" : "does not work",
            failure.cause(),
            failure.resized() ? "made anew with such ones" : "tried again, ever more seldom");
    path.toldOfFailure |= tells;
  }

  private boolean mayTell(long nowNanos) {
    long fromNanos = Math.max(toldUntilNanos, nowNanos);
    if (fromNanos - nowNanos > (MOST_AT_ONCE - 1) * PAUSE_NANOS) {
      return false;
    }
    toldUntilNanos = fromNanos + PAUSE_NANOS;
    return true;
  }

  void works(StrandPath path) {
    if (path.toldOfFailure) {
      path.toldOfFailure = false;
      log.info("path {} of session {} works", path.label(), Long.toHexString(session.sessionId()));
    }
  }
}
