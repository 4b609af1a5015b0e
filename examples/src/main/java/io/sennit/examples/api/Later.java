// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Several calls at once, and a handler that answers from another thread than its own. */
final class Later {
  private static final Method<String, String> SHOUT =
      Method.of("demo.Later/Shout", Codec.utf8(), Codec.utf8());

  private Later() {}

  static void run(PrintStream out) {
    try (RpcServer server = RpcServer.builder()
            .handle(
                SHOUT, call -> Thread.startVirtualThread(() -> call.reply(call.request() + "!")))
            .start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort())) {
      List<CompletableFuture<String>> answers = Stream.of("one", "two", "three")
          .map(word -> client.callAsync(SHOUT, word))
          .toList();
      answers.forEach(answer -> out.println(answer.join()));
    }
  }

  public static void main(String[] args) {
    run(System.out);
  }
}
