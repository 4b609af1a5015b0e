// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathBytes;
import io.sennit.multipath.PathQuality;
import io.sennit.multipath.PathSnapshot;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.PathTraffic;
import io.sennit.verbs.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionBookTest {
  private final SessionBook book = new SessionBook();

  @Test
  void whatEndedSessionsMovedIsKept() {
    Object first = new Object();
    book.enter(first, "shm", () -> snapshot(1, 10));
    book.enter(new Object(), "shm", () -> snapshot(1, 5));
    List<PathTraffic> both = List.of(new PathTraffic("shm 0-0/1", 15, 30, 45));
    assertEquals(both, book.traffic());

    book.leave(first);
    book.leave(first);

    assertEquals(both, book.traffic());
    assertEquals(1, book.live());
  }

  @Test
  void everyPathHasItsOwnRow() {
    book.enter(new Object(), "shm", () -> snapshot(1, 1));
    book.enter(new Object(), "roce", () -> snapshot(2, 1));
    assertEquals(
        List.of("roce 0-0/2", "shm 0-0/1"),
        book.traffic().stream().map(PathTraffic::path).toList());
  }

  private static BraidSnapshot snapshot(int label, long bytes) {
    Path path = new Path(0, 0, label);
    PathBytes moved = new PathBytes(bytes, 3 * bytes, 2 * bytes, 0, 0);
    PathQuality unknown = new PathQuality(0, 0, 0, 0, 0);
    return new BraidSnapshot(
        List.of(new PathSnapshot(path, StrandState.GOOD, 1, moved, unknown, 0, List.of())),
        Map.of());
  }
}
