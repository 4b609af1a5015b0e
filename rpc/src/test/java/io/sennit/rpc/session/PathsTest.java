// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PathsTest {
  private static final List<Integer> ONE = List.of(1);

  @Test
  void asManyPortsOnBothSidesAreRails() {
    assertEquals(
        "0-0/1 1-1/1 2-2/1 3-3/1 0-0/2 1-1/2 2-2/2 3-3/2",
        text(Paths.between(4, 4, List.of(1, 2), 64)));
  }

  @Test
  void otherwiseEveryPortReachesEveryOther() {
    for (int local = 1; local <= 16; local++) {
      for (int remote = 1; remote <= 16; remote++) {
        List<Path> paths = Paths.between(local, remote, ONE, 1000);
        String which = local + " and " + remote + ": " + text(paths);
        assertEquals(local == remote ? local : local * remote, paths.size(), which);
        assertEquals(paths.size(), new HashSet<>(paths).size(), which);
      }
    }
  }

  @Test
  void aBoundCutsLabelsFirstThenPairsAndPortsLast() {
    assertEquals("0-0/5 1-0/5 2-0/5", text(Paths.between(3, 1, List.of(5, 6), 3)));
    for (int local = 1; local <= 16; local++) {
      for (int remote = 1; remote <= 16; remote++) {
        List<Path> few = Paths.between(local, remote, ONE, Math.max(local, remote));
        String which = local + " and " + remote + ": " + text(few);
        assertEquals(local, few.stream().map(Path::localPort).distinct().count(), which);
        assertEquals(remote, few.stream().map(Path::remotePort).distinct().count(), which);
      }
    }
  }

  @Test
  void theMorePairsTheFewerLabelsEachUnlessToldOtherwise() {
    assertEquals(4, Paths.labelsPerPair(4, 1));
    assertEquals(2, Paths.labelsPerPair(4, 2));
    assertEquals(1, Paths.labelsPerPair(4, 4));
    assertEquals(1, Paths.labelsPerPair(2, 12));
    assertTrue(Paths.pairs(4, 4) == 4 && Paths.pairs(4, 3) == 12, "rails, or every pair");
  }

  @Test
  void furtherPathsAreTheOthersBetweenTheSamePortsUpTo64() {
    List<Path> begun = Paths.between(2, 2, List.of(1, 2), 64);
    assertEquals("0-0/3 1-1/3", text(Paths.further(2, 2, List.of(1, 2, 3), begun)));
    List<Integer> labels = IntStream.rangeClosed(1, 16).boxed().toList();
    List<Path> wide = Paths.between(8, 8, ONE, 64);
    assertEquals(64 - wide.size(), Paths.further(8, 8, labels, wide).size());
    assertEquals(List.of(), Paths.further(2, 2, List.of(1, 2), begun));
  }

  private static String text(List<Path> paths) {
    return paths.stream()
        .map(path -> path.localPort() + "-" + path.remotePort() + "/" + path.routeLabel())
        .collect(Collectors.joining(" "));
  }
}
