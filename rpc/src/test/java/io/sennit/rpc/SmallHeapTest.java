// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages whose sum is many times the heap of their server: every call ends. */
final class SmallHeapTest {
  private static final int BYTES = 4 << 20;
  private static final CallOptions LIMITED =
      CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(60));

  @TempDir
  Path directory;

  private KilledServer start() throws Exception {
    Path errors = directory.resolve("errors");
    return KilledServer.start(
        ProcessBuilder.Redirect.to(errors.toFile()), "-Xmx64m", "-Dsennit.provider=roce");
  }

  @Test
  void bigCallsOneAfterTheOtherAreAnswered() throws Exception {
    try (KilledServer server = start();
        RpcClient client = server.connect()) {
      for (int i = 0; i < 60; i++) {
        try (Body request = client.allocate(BYTES);
            Body answer = client.call(KilledServer.ECHO, request, LIMITED)) {
          assertEquals(BYTES, answer.length());
        }
      }
    }
  }

  @Test
  void bigCallsAtTheSameTimeAreAnsweredOrRefused() throws Exception {
    try (KilledServer server = start();
        RpcClient client = server.connect()) {
      List<CompletableFuture<Body>> calls = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        calls.add(echo(client));
      }
      int answered = 0;
      for (CompletableFuture<Body> call : calls) {
        answered += end(call) == StatusCode.OK ? 1 : 0;
      }
      assertTrue(answered > 0, "none was answered");
      assertEquals(StatusCode.OK, end(echo(client)), "there is room again");
    }
  }

  private static CompletableFuture<Body> echo(RpcClient client) {
    try (Body request = client.allocate(BYTES)) {
      return client.callAsync(KilledServer.ECHO, request, LIMITED);
    } catch (RpcException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private static StatusCode end(CompletableFuture<Body> call) throws Exception {
    try (Body answer = call.get(90, TimeUnit.SECONDS)) {
      assertEquals(BYTES, answer.length());
      return StatusCode.OK;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RpcException status) {
        assertEquals(StatusCode.RESOURCE_EXHAUSTED, status.code(), status::toString);
        return status.code();
      }
      throw failed;
    }
  }
}
