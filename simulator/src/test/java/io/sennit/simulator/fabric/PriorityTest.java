// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two queues before a link, of which one goes first. */
final class PriorityTest {
  /** A byte a nanosecond, 10 us, ten packets of 1,000 bytes with headers, marks from five on. */
  private static final LinkConfig SLOW =
      new LinkConfig(1_000_000_000, 10_000, 10_000, 5_000, 1_500).withPriority(40);

  private static final int PAYLOAD = 1_000 - 66;
  private static final int SHORT = 100 - 66;

  private final Post post = new Post(1, Topologies.parallel(1, SLOW));
  private final HostPort near = post.port(0, 0);
  private final HostPort far = post.port(1, 0);
  private final Link link = post.link("a:0>b:0");

  private void send(int packets, int bytes, int dscp) {
    for (int at = 0; at < packets; at++) {
      post.send(near, far, bytes, 7, dscp);
    }
  }

  @AfterEach
  void everyPacketIsGivenBack() {
    assertEquals(0, post.fabric.pool().inUse(), "packets");
  }

  @Test
  void whatGoesFirstWaitsForOnePacketAndForItsLike() {
    send(9, PAYLOAD, 0);
    send(2, SHORT, 46);
    send(1, SHORT, 39);
    post.settle();
    // Behind a packet of 1,538 bytes, which is taken for the one that has begun.
    List<String> short46 =
        post.arrivals.stream().filter(each -> each.contains(" 34 ")).toList();
    assertEquals(List.of("11638 b:0 34 2", "11738 b:0 34 2", "19300 b:0 34 3"), short46);
  }

  @Test
  void whatGoesFirstFindsRoomWhereOthersFindNoneAndIsNotMarked() {
    send(12, PAYLOAD, 0);
    send(3, SHORT, 48);
    assertEquals(2, post.fabric.lost(LossCause.BUFFER));
    post.settle();
    assertEquals(13, post.arrived);
    assertEquals(5, link.marked());
  }

  @Test
  void whatGoesFirstHasABoundToo() {
    send(12, PAYLOAD, 46);
    assertEquals(2, post.fabric.lost(LossCause.BUFFER));
    post.settle();
  }

  @Test
  void whatComesLaterWaitsForWhatWentFirst() {
    send(2, PAYLOAD, 46);
    send(1, PAYLOAD, 0);
    post.settle();
    assertEquals(List.of("11000 b:0 934 2", "12000 b:0 934 2", "13000 b:0 934 2"), post.arrivals);
    assertEquals(3_000, link.carriedBytes());
  }

  @Test
  void withoutClassesAllWaitForAll() {
    link.reconfigure(SLOW.withPriority(LinkConfig.NO_PRIORITY));
    send(3, PAYLOAD, 0);
    send(1, SHORT, 63);
    post.settle();
    assertEquals("13100 b:0 34 2", post.arrivals.getLast());
  }
}
