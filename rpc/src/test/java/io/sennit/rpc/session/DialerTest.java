// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class DialerTest {
  private static final long LIMIT_NANOS = 20_000_000_000L;

  @Test
  void anAddressIsDialledThoughEveryLookUpThreadWaitsForTheNameService() throws Exception {
    CountDownLatch nameService = new CountDownLatch(1);
    try (LoopGroup group =
        new LoopGroup("dialer", EventLoopConfig.defaults(), Clock.system(), List.of())) {
      for (int i = 0; i < 64; i++) {
        assertTrue(group.blocking().lookUp(() -> awaitQuietly(nameService)), "look-up " + i);
      }
      InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
      StreamHost.Listening listening =
          group.streams().listen(new InetSocketAddress(loopback, 0), ByteStream::close);
      int port = listening.localAddress().getPort();
      for (String literal : List.of("127.0.0.1", "::ffff:127.0.0.1")) {
        assertEquals("connected", dial(group, new Target.HostPort(literal, port)), literal);
      }
      listening.stop();
      nameService.countDown();
    }
  }

  private static String dial(LoopGroup group, Target.HostPort target) throws Exception {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    boolean asked = group
        .streams()
        .execute(() ->
            Dialer.dial(group, List.of(target), DialConfig.defaults(), new FirstConnect(outcome)));
    assertTrue(asked, "the streams' thread runs");
    return outcome.get(LIMIT_NANOS, TimeUnit.NANOSECONDS);
  }

  /** Is content with a connection. */
  private record FirstConnect(CompletableFuture<String> outcome) implements Dialer.Course {
    @Override
    public Attempt.Runner onConnected(ByteStream stream, Attempt attempt) {
      stream.close();
      attempt.won();
      outcome.complete("connected");
      return new Attempt.Runner() {
        @Override
        public boolean isBusyHere() {
          return false;
        }

        @Override
        public BootstrapFailure late() {
          throw new AssertionError("it has won");
        }

        @Override
        public void giveUp(String why) {
          throw new AssertionError("it has won");
        }
      };
    }

    @Override
    public void onFailed(BootstrapFailure failure) {
      outcome.complete(failure.message());
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
