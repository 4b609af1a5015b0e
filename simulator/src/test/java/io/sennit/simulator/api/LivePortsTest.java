// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.SessionOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports come and go, and no call notices but by how fast it is. */
final class LivePortsTest {
  private static final int PORT = 7470;
  private static final int BYTES = 4 << 20;
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());

  private Fabric fabric = Fabric.seed(1)
      .join("a", "b", 3, LinkSpec.gigabits(1))
      .beginWithPorts("a", 2)
      .beginWithPorts("b", 2)
      .build();
  private RpcServer server = serve("auto");
  private RpcClient client = connect("auto");

  private RpcServer serve(String strands) {
    return RpcServer.builder()
        .on(fabric.host("b"))
        .sessions(SessionOptions.defaults().with("strands", strands))
        .listen(PORT)
        .handle(ECHO, call -> call.reply(call.request()))
        .start();
  }

  private RpcClient connect(String strands) {
    return RpcClient.to(fabric.host("b").target(PORT))
        .on(fabric.host("a"))
        .sessions(SessionOptions.defaults().with("strands", strands))
        .connect();
  }

  private void begin(String strands) {
    client.close();
    server.close();
    server = serve(strands);
    client = connect(strands);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    fabric.close();
  }

  /** Bytes of calls that end well, each way, in a millisecond. */
  private long rate(int calls) {
    Duration begin = fabric.now();
    for (int call = 0; call < calls; call++) {
      byte[] sent = new byte[BYTES];
      sent[BYTES - 1] = (byte) call;
      assertEquals((byte) call, client.call(ECHO, sent)[BYTES - 1]);
    }
    return (long) calls * BYTES / Math.max(1, fabric.now().minus(begin).toMillis());
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "2"})
  void throughputGrowsWithAPortThatBothSidesFind(String strands) {
    begin(strands);
    rate(10);
    long before = rate(10);
    fabric.host("a").addPort();
    rate(2);
    fabric.host("b").addPort();
    rate(10);
    long after = rate(10);
    assertTrue(after > 1.3 * before, before + " then " + after);
    assertTrue(fabric.link(2).carriedBytes() > BYTES, "the new link carries nothing");
  }

  @Test
  void portThatOnlyOneSideFindsLeadsNowhereAndHarmsNobody() {
    rate(10);
    long before = rate(10);
    fabric.host("a").addPort();
    fabric.advance(Duration.ofSeconds(40));
    long after = rate(10);
    assertTrue(after > 0.95 * before, before + " then " + after);
  }

  @Test
  void portThatGoesForGoodFailsNoCall() {
    fabric.host("b").addPort();
    fabric.host("a").addPort();
    rate(10);
    long before = rate(10);
    fabric.link(2).cut();
    rate(5);
    fabric.advance(Duration.ofMinutes(5));
    long after = rate(10);
    assertTrue(after > 0.6 * before, before + " then " + after);
  }

  @Test
  void portThatComesBackIsUsedAgain() {
    fabric.host("b").addPort();
    fabric.host("a").addPort();
    rate(10);
    long before = rate(10);
    fabric.link(2).cut();
    fabric.advance(Duration.ofSeconds(20));
    rate(2);
    fabric.link(2).restore();
    fabric.advance(Duration.ofMillis(20));
    rate(5);
    long after = rate(10);
    assertTrue(after > 0.95 * before, before + " then " + after);
  }

  @Test
  void sessionsThatComeLaterKnowThePortFromTheBeginning() {
    fabric.host("a").addPort();
    fabric.host("b").addPort();
    begin("auto");
    rate(10);
    assertTrue(fabric.link(2).carriedBytes() > BYTES, "the new link carries nothing");
  }

  @Test
  void hostsHaveNoMorePortsThanCables() {
    fabric.host("a").addPort();
    assertThrows(IllegalStateException.class, () -> fabric.host("a").addPort());
    FabricBuilder builder = Fabric.seed(1).join("c", "d", 1, LinkSpec.gigabits(1));
    assertThrows(IllegalArgumentException.class, () -> builder.beginWithPorts("c", 0));
    builder.beginWithPorts("e", 1);
    assertThrows(IllegalArgumentException.class, builder::build);
  }
}
