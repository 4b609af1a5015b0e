// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** The log tells of each path that fails once, until it works. */
final class PathLogTest {
  private static final long RATE = 100 * Roads.MEGABYTE;

  private final LoopbackFabric fabric = new LoopbackFabric(13);
  private final Lines lines = new Lines();

  private BraidPair open() {
    BraidPair pair =
        Roads.open(fabric, BraidConfig.defaults(), 100 * Roads.MICRO, RATE, RATE, RATE);
    pair.near.braid.engine().core.log.log = lines;
    return pair;
  }

  @Test
  void pathThatNeverWorkedIsToldOfOnceAndTriedEverMoreSeldom() {
    fabric.path(2).blackHole();
    BraidPair pair = open();
    pair.run(() -> false, 900 * Roads.SECOND);
    assertEquals(
        List.of("path 1-1/2 of session 4d does not work: 3 probes in a row were not answered;"
            + " it is tried again, ever more seldom"),
        lines.of(Level.INFO));
    int tries = lines.of(Level.DEBUG).size();
    assertTrue(tries > 30 && tries < 110, () -> tries + " tries in 900 s");
    int before = pair.near.path(1).epoch();
    pair.run(() -> false, 300 * Roads.SECOND);
    int later = pair.near.path(1).epoch() - before;
    assertTrue(later >= 9 && later <= 10, () -> later + " tries in the next 300 s");
    fabric.path(2).release();
    assertTrue(pair.run(pair::allGood, 31 * Roads.SECOND), pair::toString);
    pair.run(() -> false, 200 * Roads.MILLI);
    assertEquals("path 1-1/2 of session 4d works", lines.of(Level.INFO).getLast());
    pair.closeAndCheck();
    assertEquals(2, lines.of(Level.INFO).size(), "the end of the session fails no path");
  }

  @Test
  void pathThatFailsAgainIsToldOfAgain() {
    BraidPair pair = open();
    assertTrue(pair.run(pair::allGood, Roads.SECOND), pair::toString);
    for (int i = 0; i < 2; i++) {
      fabric.path(2).blackHole();
      pair.run(() -> false, 5 * Roads.SECOND);
      fabric.path(2).release();
      assertTrue(pair.run(pair::allGood, 5 * Roads.SECOND), pair::toString);
    }
    pair.run(() -> false, 200 * Roads.MILLI);
    List<String> told = lines.of(Level.INFO);
    assertEquals(4, told.size(), told::toString);
    for (int i = 0; i < 4; i += 2) {
      assertTrue(told.get(i).startsWith("path 1-1/2 of session 4d has failed: "), told::toString);
      assertEquals("path 1-1/2 of session 4d works", told.get(i + 1));
    }
    pair.closeAndCheck();
  }

  @Test
  void pathThatThePeerHasComeAndGoIsToldOfOnceASecondInTheEnd() {
    PathLog log = new PathLog(new BraidSession(0x4d, 1, true));
    log.log = lines;
    BraidPair pair = open();
    StrandPath path = pair.near.braid.engine().strands.path(1);
    for (int i = 0; i < 1_000; i++) {
      comesAndGoes(log, path, i * Roads.MILLI);
    }
    log.step(1_100 * Roads.MILLI);
    assertEquals(2 * 64, lines.of(Level.INFO).size());
    for (int i = 1; i <= 10; i++) {
      comesAndGoes(log, path, i * Roads.SECOND + 1_000 * Roads.MILLI);
    }
    log.step(12 * Roads.SECOND);
    assertEquals(2 * (64 + 10), lines.of(Level.INFO).size());
    pair.run(pair::allGood, Roads.SECOND);
    pair.closeAndCheck();
  }

  private static void comesAndGoes(PathLog log, StrandPath path, long nowNanos) {
    log.step(nowNanos);
    log.failed(path, new PathLog.Failure("fenced by the peer", true, false), nowNanos);
    log.works(path, nowNanos);
  }

  /** As all paths of a port do whose address is replaced. */
  @Test
  void pathsThatFailTogetherAreOneLineAndThoseThatComeBackTogetherAnother() {
    PathLog log = new PathLog(new BraidSession(0x4d, 1, true));
    log.log = lines;
    BraidPair pair = open();
    PathLog.Failure moved = new PathLog.Failure("its port has another address", true, false);
    for (int path = 0; path < 3; path++) {
      log.failed(pair.near.braid.engine().strands.path(path), moved, path * Roads.MILLI);
    }
    for (int path = 0; path < 2; path++) {
      log.works(pair.near.braid.engine().strands.path(path), 50 * Roads.MILLI);
    }
    log.failed(pair.near.braid.engine().strands.path(0), moved, 60 * Roads.MILLI);
    log.step(99 * Roads.MILLI);
    assertEquals(List.of(), lines.of(Level.INFO));
    log.step(200 * Roads.MILLI);
    assertEquals(
        List.of(
            "path 0-0/1 of session 4d has failed: its port has another address; it is tried again,"
                + " ever more seldom (and 2 other paths)",
            "path 0-0/1 of session 4d works (and 1 other path)",
            "path 0-0/1 of session 4d has failed: its port has another address; it is tried again,"
                + " ever more seldom"),
        lines.of(Level.INFO));
    assertEquals(3, lines.of(Level.DEBUG).size(), () -> lines.of(Level.DEBUG).toString());
    pair.run(pair::allGood, Roads.SECOND);
    pair.closeAndCheck();
  }

  @Test
  void pathThatGoesWithItsSessionIsNotToldOf() {
    BraidPair pair = open();
    assertTrue(pair.run(pair::allGood, Roads.SECOND), pair::toString);
    StrandSet strands = pair.near.braid.engine().strands;
    strands.lose(Objects.requireNonNull(strands.path(1).strand), "the peer has ended its side");
    pair.run(() -> false, 50 * Roads.MILLI);
    pair.closeAndCheck();
    assertEquals(List.of(), lines.of(Level.INFO));
  }

  @Test
  void pathsHaveTheNamesThatTheBraidWasTold() {
    BraidPair pair = open();
    pair.near.braid.name(path -> "rail" + path.localPort() + " to rail" + path.remotePort());
    assertTrue(pair.run(pair::allGood, Roads.SECOND), pair::toString);
    fabric.path(2).blackHole();
    pair.run(() -> false, 5 * Roads.SECOND);
    fabric.path(2).release();
    assertTrue(pair.run(pair::allGood, 5 * Roads.SECOND), pair::toString);
    pair.run(() -> false, 200 * Roads.MILLI);
    assertEquals("path rail1 to rail1 of session 4d works", lines.of(Level.INFO).getLast());
    pair.closeAndCheck();
  }

  /** What was logged. */
  private static final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private record Line(Level level, String text) {}

    private final transient List<Line> all = new ArrayList<>();

    List<String> of(Level level) {
      return all.stream().filter(line -> line.level == level).map(Line::text).toList();
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      all.add(new Line(level, MessageFormatter.basicArrayFormat(pattern, arguments)));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
