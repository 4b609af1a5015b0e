// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.base.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs commands in the guest. */
final class GuestAgent {
  private static final int PORT = 7000;
  private static final int PATIENCE_MILLIS = 150_000;

  private GuestAgent() {}

  /** Connects as soon as somebody listens. */
  static Socket connect(InetAddress address, int port, long patienceNanos) throws IOException {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, port), 5_000);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
      } catch (IOException e) {
        socket.close();
        if (clock.nanoTime() - startNanos > patienceNanos) {
          throw new IOException("nobody listens at " + address + " port " + port, e);
        }
        pause();
      }
    }
  }

  /** A moment, in which the guest's program may come to listen. */
  private static void pause() {
    new CompletableFuture<Void>()
        .completeOnTimeout(null, 50, TimeUnit.MILLISECONDS)
        .join();
  }

  /** Waits until the guest takes commands. */
  static void awaitBoot(long patienceNanos) throws IOException {
    connect(Addresses.AGENT, PORT, patienceNanos).close();
  }

  /** Runs a line of shell; what it wrote, if its exit status is 0. */
  static String run(String line) throws IOException {
    try (Socket socket = connect(Addresses.AGENT, PORT, TimeUnit.SECONDS.toNanos(10))) {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      String said =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!said.endsWith("exit 0")) {
        throw new IOException("in the guest, " + line + ": " + said);
      }
      return said;
    }
  }

  /** Starts a line of shell; the future ends when it does. */
  static CompletableFuture<String> start(String line) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(line);
          } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
          }
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }
}
