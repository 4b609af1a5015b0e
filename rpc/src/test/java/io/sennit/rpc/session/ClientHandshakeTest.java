// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Clock;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ClientHandshakeTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aListenerThatHadNoMemoryIsToldAgainWhenTimeIsOver() throws Exception {
    AtomicInteger shutdowns = new AtomicInteger();
    CompletableFuture<Void> terminated = new CompletableFuture<>();
    SessionListener listener = new SessionListener() {
      @Override
      public void onReady(Session session) {
        throw new AssertionError("there is no provider");
      }

      @Override
      public void onShutdown(StatusCode code, String cause) {
        if (shutdowns.incrementAndGet() == 1) {
          throw new OutOfMemoryError("expected by the test");
        }
      }

      @Override
      public void onTerminated() {
        terminated.complete(null);
      }
    };
    try (LoopGroup group =
        new LoopGroup("handshake", EventLoopConfig.defaults(), Clock.system(), List.of())) {
      SessionConfig config = SessionConfig.defaults().withTimes(SECOND, 20 * SECOND, SECOND);
      List<Target.HostPort> names = List.of(new Target.HostPort("127.0.0.1", 1));
      new ClientHandshake(group, names, config, listener).start();
      terminated.get(20, TimeUnit.SECONDS);
    }
    assertEquals(2, shutdowns.get());
  }
}
