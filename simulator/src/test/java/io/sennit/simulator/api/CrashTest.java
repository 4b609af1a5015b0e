// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.StatusCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the peers of a process that crashes notice. */
final class CrashTest {
  private static final Method<String, String> HANG =
      Method.of("test/Hang", Codec.utf8(), Codec.utf8());
  private static final int PORT = 7470;

  private final Fabric fabric =
      Fabric.seed(1).join("a", "b", 2, LinkSpec.gigabits(10)).build();

  private RpcServer serve() {
    return RpcServer.builder()
        .on(fabric.host("b"))
        .listen(PORT)
        .handle(HANG, call -> {})
        .start();
  }

  /** Virtual time from a crash until a call has failed. */
  private Duration noticed(Duration silence, Runnable afterwards) {
    try (Fabric _ = fabric;
        RpcServer _ = serve();
        RpcClient client = RpcClient.to(fabric.host("b").target(PORT))
            .on(fabric.host("a"))
            .sessions(SessionOptions.defaults().withSilence(silence))
            .connect()) {
      CompletableFuture<String> answer = client.callAsync(HANG, "x");
      fabric.advance(Duration.ofMillis(1));
      Duration crash = fabric.now();
      fabric.host("b").crash();
      afterwards.run();
      RpcException lost = assertThrows(RpcException.class, () -> fabric.await(answer));
      assertEquals(StatusCode.UNAVAILABLE, lost.code(), lost::toString);
      return fabric.now().minus(crash);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 20})
  void withoutARestartItIsNoticedAfterTheTimeForSilence(int seconds) {
    Duration took = noticed(Duration.ofSeconds(seconds), () -> {});
    assertTrue(took.compareTo(Duration.ofSeconds(seconds)) >= 0, took::toString);
    assertTrue(took.compareTo(Duration.ofSeconds(seconds + 3)) < 0, took::toString);
  }

  @Test
  void aServerThatIsBackDoesNotKnowTheSession() {
    Duration took = noticed(Duration.ofSeconds(10), () -> {
      fabric.advance(Duration.ofSeconds(1));
      fabric.host("b").restart();
      serve();
    });
    assertTrue(took.compareTo(Duration.ofSeconds(2)) < 0, took::toString);
  }
}
