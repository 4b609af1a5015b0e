// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.CallOptions;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.StatusCode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Statuses, deadlines, cancellation, and whether a failed call may simply be made again. */
final class WhenThingsGoWrong {
  private static final Method<String, String> FIND =
      Method.of("demo.Store/Find", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> WAIT =
      Method.of("demo.Store/Wait", Codec.utf8(), Codec.utf8());

  private WhenThingsGoWrong() {}

  @SuppressWarnings("try") // The close in the middle is what is shown: calls after it are refused.
  static void run(PrintStream out) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(2);
    CountDownLatch cancelled = new CountDownLatch(2);
    try (RpcServer server = RpcServer.builder()
            .handle(FIND, call -> {
              throw new RpcException(StatusCode.NOT_FOUND, "no " + call.request());
            })
            .handle(WAIT, call -> {
              call.onCancelled(cancelled::countDown);
              started.countDown();
            })
            .start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort())) {
      say(out, () -> client.call(FIND, "socks"));
      CallOptions hurry = CallOptions.DEFAULTS.withTimeout(Duration.ofMillis(200));
      say(out, () -> client.call(WAIT, "for ever", hurry));
      CompletableFuture<String> answer = client.callAsync(WAIT, "for me");
      started.await();
      answer.cancel(true);
      cancelled.await();
      out.println("both handlers know");
      client.close();
      say(out, () -> client.call(FIND, "anything"));
    }
  }

  private static void say(PrintStream out, Runnable call) {
    try {
      call.run();
    } catch (RpcException e) {
      out.println(e.code() + ", may be made again: " + (e.executed() == Executed.NO));
    }
  }

  public static void main(String[] args) throws InterruptedException {
    run(System.out);
  }
}
