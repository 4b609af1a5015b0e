// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.ClientStream;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.ServerStream;
import java.io.PrintStream;

/** Many messages: up, down, and both ways. Writers wait when readers are slow. */
final class Streams {
  private static final Method<String, String> COUNT =
      Method.of("demo.Streams/Count", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> JOIN =
      Method.of("demo.Streams/Join", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> CHAT =
      Method.of("demo.Streams/Chat", Codec.utf8(), Codec.utf8());

  private Streams() {}

  static void run(PrintStream out) {
    try (RpcServer server = RpcServer.builder()
            .handleStream(COUNT, Streams::count)
            .handleStream(JOIN, Streams::join)
            .handleStream(CHAT, Streams::chat)
            .start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort())) {
      down(client, out);
      up(client, out);
      bothWays(client, out);
    }
  }

  private static void down(RpcClient client, PrintStream out) {
    try (ClientStream<String, String> numbers = client.open(COUNT)) {
      numbers.send("3");
      numbers.halfClose();
      for (String number : numbers) {
        out.println(number);
      }
    }
  }

  private static void up(RpcClient client, PrintStream out) {
    try (ClientStream<String, String> words = client.open(JOIN)) {
      words.send("a");
      words.send("b");
      out.println(words.result());
    }
  }

  private static void bothWays(RpcClient client, PrintStream out) {
    try (ClientStream<String, String> chat = client.open(CHAT)) {
      chat.send("hello");
      out.println(chat.next().orElseThrow());
      chat.send("bye");
      out.println(chat.next().orElseThrow());
    }
  }

  private static void count(ServerStream<String, String> call) throws InterruptedException {
    int limit = Integer.parseInt(call.next().orElseThrow());
    for (int i = 1; i <= limit; i++) {
      call.send(Integer.toString(i));
    }
  }

  private static void join(ServerStream<String, String> call) throws InterruptedException {
    StringBuilder all = new StringBuilder();
    for (String word : call) {
      all.append(word);
    }
    call.send(all.toString());
  }

  private static void chat(ServerStream<String, String> call) throws InterruptedException {
    for (String line : call) {
      call.send("you said " + line);
    }
  }

  public static void main(String[] args) {
    run(System.out);
  }
}
