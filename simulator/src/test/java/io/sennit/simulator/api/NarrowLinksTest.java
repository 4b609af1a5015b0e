// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links take shorter packets than the ports at their ends; no call notices but by the time. */
final class NarrowLinksTest {
  private static final int PORT = 7470;
  private static final int BYTES = 4 << 20;
  private static final int WIDE = 4_200;
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());

  private final Fabric fabric =
      Fabric.seed(1).join("a", "b", 2, LinkSpec.gigabits(10)).build();
  private final RpcServer server = RpcServer.builder()
      .on(fabric.host("b"))
      .listen(PORT)
      .handle(ECHO, call -> call.reply(call.request()))
      .start();

  @AfterEach
  void close() {
    server.close();
    fabric.close();
  }

  private RpcClient connect() {
    return RpcClient.to(fabric.host("b").target(PORT)).on(fabric.host("a")).connect();
  }

  /** How long a call takes, 4 MiB each way; it ends well. */
  private Duration echo(RpcClient client) {
    Duration begin = fabric.now();
    byte[] sent = new byte[BYTES];
    sent[BYTES - 1] = 7;
    assertEquals(7, client.call(ECHO, sent)[BYTES - 1]);
    return fabric.now().minus(begin);
  }

  private static void assertWithin(long millis, Duration took) {
    assertTrue(took.compareTo(Duration.ofMillis(millis)) <= 0, took + " > " + millis + " ms");
  }

  /** Both links, so that nothing else carries what they do not. */
  private void narrow(int there, int back) {
    fabric.links().forEach(link -> {
      link.there().narrow(there);
      link.back().narrow(back);
    });
  }

  @ParameterizedTest
  @CsvSource({"1500, 1500", "1500, 4200", "4200, 1500", "600, 600"})
  void sessionComesUpWithPacketsThatPass(int there, int back) {
    narrow(there, back);
    Duration begin = fabric.now();
    try (RpcClient client = connect()) {
      echo(client);
      assertWithin(200, fabric.now().minus(begin));
    }
  }

  @ParameterizedTest
  @CsvSource({"1500, 1500", "1500, 4200", "4200, 1500", "600, 600"})
  void holeInTheMiddleOfASessionCostsMilliseconds(int there, int back) {
    try (RpcClient client = connect()) {
      Duration before = echo(client);
      narrow(there, back);
      Duration during = echo(client);
      assertWithin(before.toMillis() + 200, during);
      assertWithin(before.toMillis() + 50, echo(client));
    }
  }

  @Test
  void linkThatIsWideAgainIsFilledAgain() {
    try (RpcClient client = connect()) {
      fabric.links().forEach(link -> link.narrow(600));
      echo(client);
      long narrowBytes = carried(client);
      fabric.links().forEach(Link::widen);
      fabric.advance(Duration.ofSeconds(61));
      echo(client);
      long wideBytes = carried(client);
      assertTrue(wideBytes < 0.93 * narrowBytes, narrowBytes + " bytes, then " + wideBytes);
    }
  }

  /** Bytes of a call with all headers: the fewer, the longer packets are. */
  private long carried(RpcClient client) {
    long before = fabric.links().stream().mapToLong(Link::carriedBytes).sum();
    echo(client);
    return fabric.links().stream().mapToLong(Link::carriedBytes).sum() - before;
  }

  @Test
  void packetsOfNoLinkAreRefused() {
    Link link = fabric.link(0);
    assertThrows(IllegalArgumentException.class, () -> link.narrow(575));
    assertThrows(IllegalArgumentException.class, () -> link.back().narrow(WIDE + 1));
  }
}
