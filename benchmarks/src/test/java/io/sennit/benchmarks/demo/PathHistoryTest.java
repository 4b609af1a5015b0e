// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Two processes tell of the same paths; the plot shows them as one. */
final class PathHistoryTest {
  private static final long BIN = Timeline.BIN_NANOS;

  private final PathHistory history = new PathHistory();

  @Test
  void bytesOfBothEndsAddUpAndFlowEvenlyBetweenSamples() {
    client(0, path("a", "GOOD", 0));
    client(100, path("a", "GOOD", 1000));
    server(50, path("a", "GOOD", 10));

    assertEquals(0, history.bytes("a", -1));
    assertEquals(250, history.bytes("a", 25));
    assertEquals(510, history.bytes("a", 50));
    assertEquals(1010, history.bytes("a", 100));
    assertEquals(1010, history.bytes("a", 1000));
    assertEquals(0, history.bytes("b", 50));
  }

  @Test
  void theEndOfASessionTakesNothingBack() {
    client(0, path("a", "GOOD", 1000));
    server(0, path("a", "GOOD", 10));
    client(20);

    assertEquals(1010, history.bytes("a", Long.MAX_VALUE));
    assertEquals(List.of(path("a", "GOOD", 1010)), history.latest());
  }

  @Test
  void aPathIsShownAsTheBusierEndSeesIt() {
    client(0, path("a", "SUSPECT", 100), path("b", "GOOD", 5));
    server(0, path("a", "DOWN", 900));

    assertEquals(List.of(path("a", "DOWN", 1000), path("b", "GOOD", 5)), history.latest());
  }

  @Test
  void aTimelineShowsWhenAPathCarriedNothing() {
    client(0, path("a", "GOOD", 0));
    client(BIN, path("a", "GOOD", 5_000_000));
    client(2 * BIN, path("a", "DOWN", 5_000_000));
    client(3 * BIN, path("a", "GOOD", 6_000_000));
    client(9 * BIN, path("a", "GOOD", 6_000_000));
    client(10 * BIN, path("a", "GOOD", 6_500_000));

    Timeline timeline = Timeline.of(
        history, List.of(new Timeline.Span(0, 3 * BIN), new Timeline.Span(9 * BIN, 10 * BIN)));

    assertEquals(List.of(0.0125, 0.0375, 0.0625, 0.0875), timeline.seconds());
    assertEquals(
        List.of(new Timeline.Series("a", List.of(200.0, 0.0, 40.0, 20.0))), timeline.paths());
  }

  private void client(long nanos, PathSample... paths) {
    history.add(PathHistory.End.CLIENT, new Sample(nanos, List.of(paths)));
  }

  private void server(long nanos, PathSample... paths) {
    history.add(PathHistory.End.SERVER, new Sample(nanos, List.of(paths)));
  }

  private static PathSample path(String label, String state, long bytes) {
    return new PathSample(label, state, 1, 2, bytes, 0);
  }
}
