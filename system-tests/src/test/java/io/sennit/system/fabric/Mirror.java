// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import io.sennit.rpc.Body;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;

/** A process that answers with what it was sent, until its standard input ends. */
final class Mirror {
  static final Method<Body, Body> ECHO = Method.raw("fabric.Mirror/Echo");
  static final Method<String, String> GREET =
      Method.of("fabric.Mirror/Greet", Codec.utf8(), Codec.utf8());

  private Mirror() {}

  /** Takes the address to listen at; says its port. */
  public static void main(String[] args) throws IOException {
    try (RpcServer server = RpcServer.builder()
        .listen(new InetSocketAddress(args[0], 0))
        .handle(ECHO, call -> call.reply(call.body()))
        .handle(GREET, call -> call.reply("hello " + call.request()))
        .start()) {
      System.out.println(server.address().getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
