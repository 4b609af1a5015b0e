// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.Body;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.io.PrintStream;
import java.lang.foreign.ValueLayout;

/** An answer that the server writes straight into memory of the caller, used again and again. */
final class IntoMyMemory {
  private static final Method<String, Body> PAGE =
      Method.of("demo.Pages/Page", Codec.utf8(), Codec.body());
  private static final int PAGE_BYTES = 1 << 20;

  private IntoMyMemory() {}

  static void run(PrintStream out) {
    try (RpcServer server = RpcServer.builder()
            .handle(PAGE, call -> {
              try (Body page = call.allocate(PAGE_BYTES)) {
                page.segment().fill((byte) call.request().charAt(0));
                call.reply(page);
              }
            })
            .start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort());
        Body target = client.allocateTarget(PAGE_BYTES)) {
      for (String name : new String[] {"a", "b"}) {
        long bytes = client.callInto(PAGE, name, target);
        out.println(
            bytes + " bytes of " + (char) target.segment().get(ValueLayout.JAVA_BYTE, bytes - 1));
      }
    }
  }

  public static void main(String[] args) {
    run(System.out);
  }
}
