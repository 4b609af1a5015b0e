// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a server lives, and who waits for it. */
final class ServerLifeTest {
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> STOP =
      Method.of("test/Stop", Codec.utf8(), Codec.utf8());
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void aServerThatNobodyCalledHasNotTerminated() throws InterruptedException {
    try (RpcServer server = RpcServer.builder().start()) {
      assertFalse(server.awaitTermination(Duration.ofMillis(20)), "it listens");
      server.shutdown();
      assertTrue(server.awaitTermination(PATIENCE), "shut down, and nobody is connected");
    }
  }

  @Test
  void whoWaitsForTheEndIsToldOfIt() throws Exception {
    RpcServer server = RpcServer.builder().start();
    CompletableFuture<Void> waiter = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> {
      try {
        server.awaitTermination();
        waiter.complete(null);
      } catch (InterruptedException e) {
        waiter.completeExceptionally(e);
      }
    });
    assertFalse(waiter.isDone(), "it listens");
    server.close();
    waiter.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aServerOutlivesMainUntilItIsShutDown() throws Exception {
    Process process = fork();
    try (BufferedReader out = process.inputReader()) {
      String port = out.readLine();
      assertEquals("main returns", out.readLine());
      try (RpcClient client = RpcClient.connect("localhost:" + port)) {
        assertEquals("hello", client.call(ECHO, "hello"));
        assertEquals("", client.call(STOP, ""));
      }
      assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "lives on");
      assertEquals(0, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process fork() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            ServerLifeTest.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] args) {
    CompletableFuture<RpcServer> started = new CompletableFuture<>();
    started.complete(RpcServer.builder()
        .handle(ECHO, call -> call.reply(call.request()))
        .handle(STOP, call -> {
          started.join().shutdown();
          call.reply("");
        })
        .start());
    System.out.println(started.join().address().getPort());
    System.out.println("main returns");
  }
}
