// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Says in the log which paths have failed, and which work after that. A path that does not work is
 * told of once, however often it is tried again, so that two ports that cannot reach each other do
 * not fill a disk; the other attempts are for whoever debugs. So are all beyond some: a peer can
 * have paths fail and come back as often as it likes.
 *
 * <p>A failure is told of a little later: the end of the session, which takes its paths along, may
 * be on its way, and then there is nothing to tell.
 */
final class PathLog {
  /** Failures that are told of one after the other, and how long until one more is. */
  private static final int MOST_AT_ONCE = 64;

  private static final long PAUSE_NANOS = 1_000_000_000;

  /** Longer than the peer's word of the end takes, shorter than a person notices. */
  private static final long DELAY_NANOS = 100_000_000;

  private final BraidSession session;

  /** Failures that are to be told of, at most one for each path; the oldest first. */
  private final ArrayDeque<Failed> untold = new ArrayDeque<>();

  /** When all that was told would have been told at one in a pause. */
  private long toldUntilNanos = Long.MIN_VALUE;

  /** Tests listen. */
  Logger log = LoggerFactory.getLogger(PathLog.class);

  PathNames names = PathSnapshot::label;

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

  private record Failed(StrandPath path, Failure failure, long nanos) {}

  /** For sentences. */
  String name(Path path) {
    return names.of(path);
  }

  /** A strand has gone down that was to live. */
  void failed(StrandPath path, Failure failure, long nowNanos) {
    Failed failed = new Failed(path, failure, nowNanos);
    boolean tells = !path.toldOfFailure && mayTell(nowNanos);
    path.toldOfFailure |= tells;
    if (tells) {
      untold.add(failed);
    } else {
      write(Level.DEBUG, failed);
    }
  }

  /** Tells what is old enough; while the session lives. */
  void step(long nowNanos) {
    while (!untold.isEmpty() && untold.peek().nanos() + DELAY_NANOS <= nowNanos) {
      write(Level.INFO, untold.remove());
    }
  }

  private void write(Level level, Failed failed) {
    Failure failure = failed.failure();
    log.atLevel(level)
        .log(
            "path {} of session {} {}: {}; it is {}",
            name(failed.path().path),
            Long.toHexString(session.sessionId()),
            failure.worked() ? "has failed" : "does not work",
            failure.cause(),
            failure.resized() ? "made anew with such ones" : "tried again, ever more seldom");
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
      tellAtOnce(path);
      log.info(
          "path {} of session {} works", name(path.path), Long.toHexString(session.sessionId()));
    }
  }

  private void tellAtOnce(StrandPath path) {
    untold.removeIf(failed -> {
      boolean found = failed.path() == path;
      if (found) {
        write(Level.INFO, failed);
      }
      return found;
    });
  }
}
