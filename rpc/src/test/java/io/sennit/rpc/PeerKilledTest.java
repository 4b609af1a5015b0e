// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a client sees when the server's process is killed in the middle of calls. Starting a process
 * takes its time on a busy machine.
 */
@Timeout(180)
final class PeerKilledTest {
  @Test
  void everyOpenCallEndsAndSaysThatItMayHaveRun() throws Exception {
    try (KilledServer server = KilledServer.start();
        RpcClient client = server.connect()) {
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(client.callAsync(KilledServer.HANG, "call " + i));
        server.awaitHanging();
      }
      server.kill();
      for (CompletableFuture<String> call : calls) {
        ExecutionException ended =
            assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        RpcException why = (RpcException) Objects.requireNonNull(ended.getCause());
        assertEquals(StatusCode.UNAVAILABLE, why.code(), why::getMessage);
        assertEquals(Executed.MAYBE, why.executed(), why::getMessage);
      }
    }
  }

  @Test
  void theNextCallSaysThatNobodyIsThere() throws Exception {
    try (KilledServer server = KilledServer.start();
        RpcClient client = server.connect()) {
      CompletableFuture<String> hanging = client.callAsync(KilledServer.HANG, "x");
      server.awaitHanging();
      server.kill();
      assertThrows(ExecutionException.class, () -> hanging.get(20, TimeUnit.SECONDS));
      RpcException why =
          assertThrows(RpcException.class, () -> client.call(KilledServer.HANG, "again"));
      assertEquals(StatusCode.UNAVAILABLE, why.code(), why::getMessage);
      assertEquals(Executed.NO, why.executed(), why::getMessage);
    }
  }

  @Test
  void bodiesInHandStayReadable() throws Exception {
    byte[] bytes = new byte[500_000];
    Randomness.seeded(6).nextBytes(bytes);
    try (KilledServer server = KilledServer.start();
        RpcClient client = server.connect();
        Body request = Body.wrap(bytes);
        Body answer = client.call(KilledServer.ECHO, request)) {
      CompletableFuture<String> hanging = client.callAsync(KilledServer.HANG, "x");
      server.awaitHanging();
      server.kill();
      assertThrows(ExecutionException.class, () -> hanging.get(20, TimeUnit.SECONDS));
      assertArrayEquals(bytes, answer.toByteArray());
    }
  }
}
