// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which class packets leave in, and which of them first. */
final class TrafficClassesTest {
  private static final int EXPEDITED = 46;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Pair pair = new Pair(1, 1024);

  private RoceQueuePair connected(int dscp) {
    RoceQueuePair near = pair.near.queuePairOf(dscp);
    Pair.connect(near, pair.far.queuePairOf(dscp));
    return near;
  }

  private void finish(int requests) {
    boolean done = pair.run(() -> pair.near.inbox.size() == requests, PATIENCE_NANOS);
    assertTrue(done, () -> "completed: " + pair.near.inbox);
  }

  @Test
  void expeditedPacketsLeaveBeforeThoseThatWereThereFirst() {
    RoceQueuePair urgent = connected(EXPEDITED);
    List<Integer> left = new ArrayList<>();
    pair.near.node.watcher = burst -> left.add(burst.dscp());
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, Side.MEMORY_BYTES, pair.far));
    urgent.post(pair.near.request(Opcode.WRITE, 2, 0, 8, pair.far));
    finish(2);
    assertEquals(EXPEDITED, left.getFirst(), left::toString);
    assertTrue(left.contains(0), left::toString);
  }

  @Test
  void othersKeepTheirTurn() {
    RoceQueuePair second = connected(26);
    pair.run(() -> false, PATIENCE_NANOS); // Until nothing is probed any more.
    List<Integer> left = new ArrayList<>();
    pair.near.node.watcher = burst -> left.add(burst.dscp());
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, 8, pair.far));
    second.post(pair.near.request(Opcode.WRITE, 2, 0, 8, pair.far));
    finish(2);
    assertEquals(List.of(0, 26), left);
  }

  @Test
  void noticesOfCongestionDoNotGoWithWhatIsCongested() {
    pair.far.node.congested = true;
    Set<String> left = new TreeSet<>();
    pair.far.node.watcher = burst -> {
      int opcode =
          Byte.toUnsignedInt(burst.scratch().get(ValueLayout.JAVA_BYTE, burst.headerOffset(0)));
      boolean notice = opcode == PacketOpcode.CONGESTION_NOTIFICATION.code();
      left.add((notice ? "notice " : "other ") + burst.dscp() + " of " + burst.packetCount());
    };
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, 1024, pair.far));
    finish(1);
    assertEquals(Set.of("notice 48 of 1", "other 0 of 1"), left);
  }
}
