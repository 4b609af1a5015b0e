// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Something else that listens: says its piece to whoever comes first, then only listens. */
final class Impostor implements AutoCloseable {
  private final ServerSocket server;
  private final CompletableFuture<Long> patienceNanos = new CompletableFuture<>();

  Impostor(String says) {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(() -> serve(says));
  }

  String hostAndPort() {
    return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
  }

  /** How long the first visitor stayed. */
  long patienceNanos() throws Exception {
    return patienceNanos.get(60, TimeUnit.SECONDS);
  }

  private void serve(String says) {
    try (Socket visitor = server.accept()) {
      long startNanos = System.nanoTime();
      visitor.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
      visitor.getOutputStream().flush();
      while (visitor.getInputStream().read() >= 0) {
        // It may say what it likes.
      }
      patienceNanos.complete(System.nanoTime() - startNanos);
    } catch (IOException e) {
      patienceNanos.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
