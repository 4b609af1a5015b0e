// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.allocation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sennit.rpc.Body;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.SessionOptions;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bounds what a small native call allocates on the client and the server together, over shared
 * memory: counted over all threads of the process, in rounds, of which the cheapest counts, since
 * whatever else runs in this process allocates too.
 */
@Timeout(300)
final class SmallCallTest {
  /** 3,030 were found when this was written: the state of one call on two sides. */
  private static final long RAW_BYTES = 3_300;

  /** 3,610 were found: a virtual thread, arrays made by codecs, and the call as above. */
  private static final long CODEC_BYTES = 4_400;

  private static final Method<Body, Body> RAW = Method.raw("test/Raw");
  private static final Method<byte[], byte[]> BYTES =
      Method.of("test/Bytes", Codec.bytes(), Codec.bytes());
  private static final int MESSAGE_BYTES = 64;
  private static final int CALLS = 2_000;
  private static final int MAX_ROUNDS = 20;

  @Test
  void aRawCallToADirectHandler() {
    measure(RAW_BYTES, client -> {
      try (Body request = client.allocate(MESSAGE_BYTES)) {
        for (int i = 0; i < CALLS; i++) {
          client.call(RAW, request).close();
        }
      }
    });
  }

  @Test
  void aCallWithCodecsToAHandlerOnItsOwnThread() {
    byte[] request = new byte[MESSAGE_BYTES];
    measure(CODEC_BYTES, client -> {
      for (int i = 0; i < CALLS; i++) {
        client.call(BYTES, request);
      }
    });
  }

  /** The first rounds are interpreted, which allocates more. */
  private static void measure(long mostBytes, Consumer<RpcClient> round) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    SessionOptions sessions =
        SessionOptions.defaults().withProviders("shm").withConnectTimeout(Duration.ofSeconds(60));
    try (RpcServer server = RpcServer.builder()
            .sessions(sessions)
            .handleDirect(RAW, call -> call.reply(call.body()))
            .handle(BYTES, call -> call.reply(call.request()))
            .start();
        RpcClient client = RpcClient.to("127.0.0.1:" + server.address().getPort())
            .sessions(sessions)
            .connect()) {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < MAX_ROUNDS && least > mostBytes; i++) {
        long before = threads.getTotalThreadAllocatedBytes();
        round.accept(client);
        least = Math.min(least, (threads.getTotalThreadAllocatedBytes() - before) / CALLS);
      }
      long found = least;
      assertTrue(found <= mostBytes, () -> found + " bytes for each call, not " + mostBytes);
    }
  }
}
