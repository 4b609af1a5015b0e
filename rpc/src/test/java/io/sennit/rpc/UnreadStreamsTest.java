// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls beside streams that nobody reads, with 64 MiB of memory each way. */
final class UnreadStreamsTest {
  private static final Method<byte[], byte[]> PUSH =
      Method.of("test/Push", Codec.bytes(), Codec.bytes());
  private static final Method<String, byte[]> FETCH =
      Method.of("test/Fetch", Codec.utf8(), Codec.bytes());
  private static final int STREAMS = 60;
  private static final CallOptions IN_TIME =
      CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(20));

  @ParameterizedTest
  @ValueSource(strings = {"shm", "roce"})
  void theirAnswersCome(String provider) {
    Routes routes = new Routes();
    routes.stream(PUSH, call -> {
      byte[] message = new byte[1 << 20];
      while (!call.isCancelled()) {
        call.send(message);
      }
    });
    routes.unary(FETCH, call -> call.reply(new byte[Integer.parseInt(call.request())]));
    try (NativeFixture fixture =
        provider.equals("shm") ? SocketFixture.overShm() : SocketFixture.overRoce()) {
      RpcClient client = fixture.start(routes);
      List<ClientStream<byte[], byte[]>> unread = new ArrayList<>();
      for (int i = 0; i < STREAMS; i++) {
        unread.add(client.open(PUSH));
      }
      for (int bytes : new int[] {1, 100, 100_000, 100, 3_000_000}) {
        assertEquals(bytes, client.call(FETCH, Integer.toString(bytes), IN_TIME).length);
      }
      assertEquals(1 << 20, unread.getLast().next().orElseThrow().length, "a stream that is read");
      unread.forEach(ClientStream::close);
      fixture.awaitReleased();
    }
  }
}
