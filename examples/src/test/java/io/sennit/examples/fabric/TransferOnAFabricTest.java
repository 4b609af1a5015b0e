// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.simulator.api.Fabric;
import io.sennit.simulator.api.Host;
import io.sennit.simulator.api.LinkSpec;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A service on a simulated fabric whose links fail: production code, one thread, virtual time. */
final class TransferOnAFabricTest {
  private static final Method<String, byte[]> GET =
      Method.of("demo.Store/Get", Codec.utf8(), Codec.bytes());
  private static final LinkSpec TEN =
      LinkSpec.gigabits(10).withDelay(Duration.ofNanos(2_000)).withBuffer(512 << 10);
  private static final byte[] STORED = new byte[8 << 20];

  static {
    new Random(1).nextBytes(STORED);
  }

  @Test
  void aTransferEndsThoughALinkIsCutAndAnotherBecomesSlow() {
    Duration took = transferBySeed(7);
    // The links left carry the bytes in 3.3 ms; the rest is for finding out.
    assertTrue(took.compareTo(Duration.ofMillis(10)) < 0, took::toString);
    assertEquals(took, transferBySeed(7), "the same seed takes the same time, to the nanosecond");
  }

  private static Duration transferBySeed(long seed) {
    try (Fabric fabric = Fabric.seed(seed).join("client", "server", 4, TEN).build()) {
      Host server = fabric.host("server");
      try (RpcServer _ = RpcServer.builder()
              .on(server)
              .listen(7470)
              .handle(GET, call -> call.reply(STORED))
              .start();
          RpcClient client =
              RpcClient.to(server.target(7470)).on(fabric.host("client")).connect()) {
        Duration begin = fabric.now();
        CompletableFuture<byte[]> answer = client.callAsync(GET, "a blob");
        fabric.advance(Duration.ofMillis(1));
        fabric.link(0).cut();
        fabric.link(1).become(TEN.withGigabits(1));
        assertArrayEquals(STORED, fabric.await(answer));
        return fabric.now().minus(begin);
      }
    }
  }
}
