// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Says in the log which paths have failed, and which work after that. A path that does not work is
 * told of once, however often it is tried again, so that two ports that cannot reach each other do
 * not fill a disk; the other attempts are for whoever debugs. So are all beyond some: a peer can
 * have paths fail and come back as often as it likes.
 *
 * <p>All is told a little later: the end of the session, which takes its paths along, may be on its
 * way, and then there is nothing to tell. And what has failed together, as all paths of a port do,
 * is one line.
 */
final class PathLog {
  /** Failures that are told of one after the other, and how long until one more is. */
  private static final int MOST_AT_ONCE = 64;

  private static final long PAUSE_NANOS = 1_000_000_000;

  /** Longer than the peer's word of the end takes, shorter than a person notices. */
  private static final long DELAY_NANOS = 100_000_000;

  private final BraidSession session;

  /** Changes not logged yet, the oldest first. */
  private final ArrayDeque<News> untold = new ArrayDeque<>();

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
  record Failure(String cause, boolean worked, boolean resized) {
    String words() {
      return (worked ? "has failed: " : "does not work: ")
          + cause
          + (resized
              ? "; it is made anew with such ones"
              : "; it is tried again, ever more seldom");
    }
  }

  private record News(StrandPath path, String words, long nanos) {}

  /** For sentences. */
  String name(Path path) {
    return names.of(path);
  }

  /** A strand has gone down that was to live. */
  void failed(StrandPath path, Failure failure, long nowNanos) {
    News failed = new News(path, failure.words(), nowNanos);
    boolean tells = !path.toldOfFailure && mayTell(nowNanos);
    path.toldOfFailure |= tells;
    if (tells) {
      untold.add(failed);
    } else {
      write(Level.DEBUG, failed, 0);
    }
  }

  void works(StrandPath path, long nowNanos) {
    if (path.toldOfFailure) {
      path.toldOfFailure = false;
      untold.add(new News(path, "works", nowNanos));
    }
  }

  /** Tells what is old enough; while the session lives. */
  void step(long nowNanos) {
    while (!untold.isEmpty() && untold.peek().nanos() + DELAY_NANOS <= nowNanos) {
      News first = untold.remove();
      List<News> alike = takeAlike(first);
      write(Level.INFO, first, alike.size());
      alike.forEach(each -> write(Level.DEBUG, each, 0));
    }
  }

  /** The same of other paths, unless something else is to be told of them before. */
  private List<News> takeAlike(News first) {
    List<News> alike = new ArrayList<>();
    Set<StrandPath> met = new HashSet<>(Set.of(first.path()));
    for (Iterator<News> rest = untold.iterator(); rest.hasNext(); ) {
      News next = rest.next();
      if (met.add(next.path()) && next.words().equals(first.words())) {
        alike.add(next);
        rest.remove();
      }
    }
    return alike;
  }

  private void write(Level level, News news, int others) {
    log.atLevel(level)
        .log(
            "path {} of session {} {}{}",
            name(news.path().path),
            Long.toHexString(session.sessionId()),
            news.words(),
            others == 0
                ? ""
                : " (and " + others + (others == 1 ? " other path)" : " other paths)"));
  }

  private boolean mayTell(long nowNanos) {
    long fromNanos = Math.max(toldUntilNanos, nowNanos);
    if (fromNanos - nowNanos > (MOST_AT_ONCE - 1) * PAUSE_NANOS) {
      return false;
    }
    toldUntilNanos = fromNanos + PAUSE_NANOS;
    return true;
  }
}
