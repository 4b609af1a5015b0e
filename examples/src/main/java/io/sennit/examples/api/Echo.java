// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.Body;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One call with bodies: nothing is encoded, and a large one is not copied either. */
final class Echo {
  private static final Method<Body, Body> ECHO = Method.raw("demo.Echo/Echo");

  private Echo() {}

  static void run(PrintStream out) {
    try (RpcServer server =
            RpcServer.builder().handle(ECHO, call -> call.reply(call.body())).start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort());
        Body request = client.allocate(5)) {
      request.asByteBuffer().put("hello".getBytes(StandardCharsets.UTF_8));
      try (Body answer = client.call(ECHO, request)) {
        out.println(StandardCharsets.UTF_8.decode(answer.asByteBuffer()));
      }
    }
  }

  public static void main(String[] args) {
    run(System.out);
  }
}
