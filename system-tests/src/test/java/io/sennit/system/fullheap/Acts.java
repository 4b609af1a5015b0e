// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.CallOptions;
import io.sennit.rpc.ClientStream;
import io.sennit.rpc.RemoteMemory;
import io.sennit.rpc.RpcClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The steps of a client. */
final class Acts {
  private static final int SHORT_BYTES = 100;
  private static final int LONG_BYTES = 300_000;
  private static final long SECOND = 1_000_000_000L;

  /** Lets time pass. */
  interface Time {
    void pass(BooleanSupplier until, long mostNanos);
  }

  private final RpcClient client;
  private final Steps steps;
  private final Time time;
  private final Duration timeout;
  private final CallOptions options;

  /** @param timeout of each call */
  Acts(RpcClient client, Steps steps, Time time, Duration timeout) {
    this.client = client;
    this.steps = steps;
    this.time = time;
    this.timeout = timeout;
    options = CallOptions.DEFAULTS.withTimeout(timeout);
  }

  void play() {
    steps.run("a short call", () -> echo(SHORT_BYTES));
    steps.run("a long call", () -> echo(LONG_BYTES));
    steps.run("a call into memory", this::into);
    steps.run("a call that is cancelled", this::cancel);
    steps.run("remote memory", this::remote);
    steps.run("remote memory, asynchronously", this::remoteLater);
  }

  /** A call of several messages, whose handler waits for them in a thread of its own. */
  void playAChat() {
    steps.run("a call of several messages", this::chat);
  }

  /** Calls while a link is cut, and when it is whole again. */
  void playBesideACut(Consumer<Boolean> cut) {
    cut.accept(true);
    steps.run("a call beside a cut", () -> echo(LONG_BYTES), true);
    time.pass(() -> false, SECOND);
    cut.accept(false);
    time.pass(() -> false, 2 * SECOND);
    steps.run("a call after a cut", () -> echo(LONG_BYTES));
  }

  /** The end of each call is waited for longer than its deadline. */
  private <T> T await(CompletableFuture<T> future) throws Exception {
    time.pass(future::isDone, timeout.toNanos() + 10 * SECOND);
    assertTrue(future.isDone(), "a call has not ended");
    return future.get();
  }

  private void echo(int bytes) throws Exception {
    assertEquals(
        bytes, await(client.callAsync(SimulatedStory.ECHO, new byte[bytes], options)).length);
  }

  private void into() {
    try (Body request = client.allocate(LONG_BYTES);
        Body target = client.allocateTarget(LONG_BYTES)) {
      assertEquals(LONG_BYTES, client.callInto(SimulatedStory.DIRECT, request, target, options));
    }
  }

  private void chat() {
    try (ClientStream<byte[], byte[]> stream = client.open(SimulatedStory.CHAT, options)) {
      for (int bytes : new int[] {SHORT_BYTES, LONG_BYTES, 0}) {
        stream.send(new byte[bytes]);
        assertEquals(bytes, stream.next().orElseThrow().length);
      }
      stream.halfClose();
      assertTrue(stream.next().isEmpty());
    }
  }

  private void cancel() {
    CompletableFuture<byte[]> never =
        client.callAsync(SimulatedStory.NEVER, new byte[SHORT_BYTES], options);
    time.pass(never::isDone, SECOND / 100);
    never.cancel(false);
    time.pass(() -> false, SECOND / 100);
  }

  private void remote() {
    RemoteMemory table = client.remoteMemory("table");
    try (Body body = client.allocate(SHORT_BYTES);
        Body read = client.allocateTarget(SHORT_BYTES)) {
      table.write(0, body);
      table.read(0, read);
      assertEquals(0, table.fetchAndAdd(SHORT_BYTES + 4, 7));
    }
  }

  private void remoteLater() throws Exception {
    RemoteMemory table = client.remoteMemory("table");
    try (Body body = client.allocate(SHORT_BYTES);
        Body read = client.allocateTarget(SHORT_BYTES)) {
      await(table.writeAsync(0, body));
      await(table.readAsync(0, read));
    }
  }
}
