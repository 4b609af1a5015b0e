// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathBytes;
import io.sennit.multipath.PathFlow;
import io.sennit.multipath.PathQuality;
import io.sennit.multipath.PathSnapshot;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionBookTest {
  private final SessionBook book = new SessionBook();

  @Test
  void whatEndedSessionsMovedIsKept() {
    Object first = new Object();
    book.enter(first, braid("shm", 1, 10));
    book.enter(new Object(), braid("shm", 1, 5));
    List<PathTraffic> both = List.of(new PathTraffic("shm near-far/1", 15, 30, 45));
    assertEquals(both, book.traffic());

    book.leave(first);
    book.leave(first);

    assertEquals(both, book.traffic());
    assertEquals(1, book.live());
  }

  @Test
  void everyPathHasItsOwnRow() {
    book.enter(new Object(), braid("shm", 1, 1));
    book.enter(new Object(), braid("roce", 2, 1));
    assertEquals(
        List.of("roce near-far/2", "shm near-far/1"),
        book.traffic().stream().map(PathTraffic::path).toList());
  }

  @Test
  void pathsAreNamedAfterThePortsOfBothSides() {
    book.enter(new Object(), braid("roce", 7, 3));
    LivePath path = book.paths().getFirst();
    assertEquals("roce near-far/7", path.name(), path.toString());
    assertEquals(9, path.now().bytesWritten(), path.toString());
  }

  private static NamedBraid braid(String provider, int label, long bytes) {
    InetSocketAddress any = InetSocketAddress.createUnresolved("any", 1);
    return new NamedBraid(
        new SessionInfo(provider, any, any, 1, true),
        List.of(new Port(0, "near")),
        List.of(new Port(0, "far")),
        () -> snapshot(label, bytes));
  }

  private static BraidSnapshot snapshot(int label, long bytes) {
    Path path = new Path(0, 0, label);
    PathBytes moved = new PathBytes(bytes, 3 * bytes, 2 * bytes, 0, 0);
    PathFlow idle = new PathFlow(0, 0, 0);
    PathQuality unknown = new PathQuality(0, 0, 0, idle, idle);
    return new BraidSnapshot(
        List.of(new PathSnapshot(path, StrandState.GOOD, 1, moved, unknown, 0, List.of())),
        Map.of());
  }
}
