// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
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
    assertEquals("0-0/3 1-1/3", text(Paths.further(ports(2, 2), List.of(1, 2, 3), begun)));
    List<Integer> labels = IntStream.rangeClosed(1, 16).boxed().toList();
    List<Path> wide = Paths.between(8, 8, ONE, 64);
    assertEquals(64 - wide.size(), Paths.further(ports(8, 8), labels, wide).size());
    assertEquals(List.of(), Paths.further(ports(2, 2), List.of(1, 2), begun));
  }

  private static String text(List<Path> paths) {
    return paths.stream()
        .map(path -> path.localPort() + "-" + path.remotePort() + "/" + path.routeLabel())
        .collect(Collectors.joining(" "));
  }

  @Test
  void furtherPathsOfNearPortsComeFirst() {
    List<Path> begun = Paths.between(2, 2, ONE, 64);
    PortLists ports =
        new PortLists(List.of(new Port(0, "far", false), new Port(1, "near")), ports(2));
    int label = ONE.getFirst();
    List<Integer> labels = List.of(label, label + 1, label + 2);
    assertEquals(
        List.of(1, 1, 0, 0),
        Paths.further(ports, labels, begun).stream().map(Path::localPort).toList());
  }

  private static PortLists ports(int local, int remote) {
    return new PortLists(ports(local), ports(remote));
  }

  private static List<Port> ports(int count) {
    return IntStream.range(0, count)
        .mapToObj(index -> new Port(index, "p" + index))
        .toList();
  }
}
