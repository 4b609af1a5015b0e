// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.launcher;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;

/** Makes one call over each provider that is named, and says so. */
final class OneCall {
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());

  private OneCall() {}

  public static void main(String[] providers) {
    try (RpcServer server = RpcServer.builder()
        .listen(0)
        .handle(ECHO, call -> call.reply(call.request()))
        .start()) {
      for (String provider : providers) {
        String target = "127.0.0.1:" + server.address().getPort() + "?provider=" + provider;
        try (RpcClient client = RpcClient.connect(target)) {
          System.out.println(client.call(ECHO, "over " + provider));
        }
      }
    }
  }
}
