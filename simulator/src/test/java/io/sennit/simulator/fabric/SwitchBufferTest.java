// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What switches do when there is no room. */
final class SwitchBufferTest {
  private static final long FAST = 1_000_000_000_000L;
  private static final int LISTENER = 7;

  /** With all headers 1,000 bytes. */
  private static final int PAYLOAD = 1_000 - 66;

  private Post post = post(SwitchConfig.PLAIN);

  /** Two hosts send over fast links to two over slow ones, of a byte a nanosecond. */
  private static Post post(SwitchConfig config) {
    Topology.Builder builder = new Topology.Builder();
    LinkConfig slow = new LinkConfig(1_000_000_000, 1_000, 10_000, 1 << 20, 1_500);
    for (int host = 0; host < 4; host++) {
      builder.host("h" + host, 1);
    }
    int middle = builder.addSwitch("s");
    for (int host = 0; host < 4; host++) {
      builder.uplink(host, 0, middle, host < 2 ? slow.withRate(FAST).withBuffer(1 << 20) : slow);
    }
    return new Post(1, builder.build().with(config));
  }

  private void send(int from, int to, int packets) {
    for (int at = 0; at < packets; at++) {
      post.send(post.port(from, 0), post.port(to, 0), PAYLOAD, LISTENER);
    }
  }

  @AfterEach
  void everyPacketIsGivenBack() {
    assertEquals(0, post.fabric.pool().inUse(), "packets");
  }

  @Test
  void withoutSharingEachLinkHasItsOwn() {
    send(0, 2, 10);
    send(1, 3, 10);
    post.settle();
    assertEquals(20, post.arrived);
  }

  @Test
  void oneQueueMayHaveItsPartOfWhatIsFree() {
    post = post(SwitchConfig.PLAIN.sharing(12_000, 1));
    send(0, 2, 10);
    post.settle();
    // With 6,000 bytes waiting 6,000 are free, and no more may come.
    assertEquals(6, post.arrived);
    assertEquals(4, post.fabric.lost(LossCause.BUFFER));
  }

  @Test
  void twoQueuesHaveLessEach() {
    post = post(SwitchConfig.PLAIN.sharing(12_000, 1));
    send(0, 2, 10);
    send(1, 3, 10);
    post.settle();
    assertEquals(List.of(8L, 12L), List.of(post.arrived, post.fabric.lost(LossCause.BUFFER)));
  }

  @Test
  void whatIsTrimmedArrivesFirstAndShort() {
    post = post(SwitchConfig.PLAIN.trimming());
    send(0, 2, 12);
    post.settle();
    assertEquals(12, post.arrived);
    assertEquals(2, post.link("s>h2:0").trimmed());
    List<String> short64 =
        post.arrivals.stream().filter(each -> each.contains(" 64 ")).toList();
    assertEquals(2, short64.size(), post.arrivals::toString);
    assertEquals(short64, post.arrivals.subList(0, 2), post.arrivals::toString);
    assertEquals(10L * PAYLOAD + 2 * 64, post.arrivedBytes);
  }

  @Test
  void badSwitchesAreRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> SwitchConfig.PLAIN.sharing(-1, 0));
    assertEquals("a switch that shares -1 bytes with an alpha of 0.0", refused.getMessage());
  }
}
