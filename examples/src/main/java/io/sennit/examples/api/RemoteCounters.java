// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.rpc.Body;
import io.sennit.rpc.RemoteMemory;
import io.sennit.rpc.RemoteRight;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.io.PrintStream;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;

/**
 * Memory of the server that the client works on itself: the server's processor sleeps. Each client
 * has its own, so these are one client's counters; those of all clients would be a method's work.
 */
final class RemoteCounters {
  private static final long TABLE_BYTES = 4096;

  private RemoteCounters() {}

  static void run(PrintStream out) {
    try (RpcServer server = RpcServer.builder()
            .remoteMemory(
                "counters",
                TABLE_BYTES,
                EnumSet.allOf(RemoteRight.class),
                region -> region.segment().set(ValueLayout.JAVA_LONG, 0, 40))
            .start();
        RpcClient client = RpcClient.connect("localhost:" + server.address().getPort())) {
      RemoteMemory counters = client.remoteMemory("counters");
      out.println("it was " + counters.fetchAndAdd(0, 2));
      out.println("it was " + counters.compareAndSwap(0, 42, 1));
      try (Body word = client.allocate(8)) {
        counters.read(0, word);
        out.println("it is " + word.segment().get(ValueLayout.JAVA_LONG, 0));
      }
    }
  }

  public static void main(String[] args) {
    run(System.out);
  }
}
