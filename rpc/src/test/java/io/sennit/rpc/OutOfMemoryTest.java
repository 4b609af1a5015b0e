// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.LastResort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler fills the heap of a server's process, while the server's own threads need some. */
final class OutOfMemoryTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final CallOptions SHORT = CallOptions.DEFAULTS.withTimeout(Duration.ofMillis(500));

  @TempDir
  Path directory;

  @Test
  void theServerServesAfterwardsAndSigtermEndsIt() throws Exception {
    try (KilledServer server = start("-Dsennit.provider=roce")) {
      fill(server);
      try (RpcClient fresh = server.connect();
          Body request = fresh.allocate(100);
          Body answer =
              fresh.call(KilledServer.ECHO, request, CallOptions.DEFAULTS.withTimeout(LONG))) {
        assertEquals(100, answer.length());
      }
      server.terminate();
      OptionalInt status = server.awaitEnd(LONG);
      assertEquals(OptionalInt.of(128 + 15), status);
    }
  }

  @Test
  void theProcessEndsWithASentenceIfItIsToldTo() throws Exception {
    try (KilledServer server = start("-Dsennit.provider=roce", "-Dsennit.onFatal=exit")) {
      fill(server);
      OptionalInt status = server.awaitEnd(LONG);
      String said = Files.readString(errors());
      assertEquals(OptionalInt.of(LastResort.EXIT_STATUS), status, said);
      assertTrue(
          said.lines()
              .anyMatch(line -> line.startsWith("sennit: the JVM is out of memory")
                  && line.endsWith("ends the process with status 70")),
          said);
    }
  }

  private KilledServer start(String... options) throws Exception {
    String[] all = new String[options.length + 1];
    all[0] = "-Xmx64m";
    System.arraycopy(options, 0, all, 1, options.length);
    return KilledServer.start(ProcessBuilder.Redirect.to(errors().toFile()), all);
  }

  private Path errors() {
    return directory.resolve("errors");
  }

  /** Has the heap filled, and calls meanwhile; every call ends, whatever becomes of it. */
  private static void fill(KilledServer server) throws Exception {
    try (RpcClient client = server.connect();
        Body request = client.allocate(100)) {
      CompletableFuture<Body> filled = client.callAsync(KilledServer.FILL, request);
      while (!filled.isDone()) {
        echo(client);
      }
      try {
        filled.get(LONG.toSeconds(), TimeUnit.SECONDS).close();
      } catch (ExecutionException ended) {
        assertTrue(ended.getCause() instanceof RpcException, ended.toString());
      }
    }
  }

  private static void echo(RpcClient client) {
    try (Body request = client.allocate(100);
        Body answer = client.call(KilledServer.ECHO, request, SHORT)) {
      assertEquals(100, answer.length());
    } catch (RpcException ended) {
      // The server has no memory for it, or has ended.
      assertTrue(ended.code() != StatusCode.OK, ended.toString());
    }
  }
}
