// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.LoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls with sockets, bootstrap, braids and all, over one provider. The server refuses no call for
 * the time that it would wait, so that a slow machine answers as a fast one does.
 */
final class SocketFixture extends NativeFixture {
  private static final long DRAIN_NANOS = Duration.ofSeconds(5).toNanos();

  private final SessionOptions options;
  private @Nullable RpcServer server;
  private @Nullable RpcClient client;
  private @Nullable BodyPool clientBodies;

  private SocketFixture(SessionOptions options) {
    this.options = options.withBodies(BodyPoolConfig.defaults().withBudgets(64 << 20, 64 << 20));
  }

  static SocketFixture overShm() {
    return new SocketFixture(SessionOptions.defaults().withProviders("shm"));
  }

  /** Four paths. */
  static SocketFixture overRoce() {
    return new SocketFixture(SessionOptions.defaults()
        .withProviders("roce")
        .with("roce.addresses", "127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4"));
  }

  @Override
  RpcClient start(Routes routes) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      server = RpcServer.start(
          any,
          routes.build(),
          new RpcServer.Settings(
              options.toConfig(Map.of()),
              LoopGroup.shared(),
              new LiveSessions(ended -> {}),
              new Admission(AdmissionConfig.defaults().withByTime(false), Map.of()),
              DRAIN_NANOS,
              false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    client = RpcClient.to("127.0.0.1:" + server.address().getPort())
        .sessions(options)
        .drain(Duration.ofSeconds(5))
        .connect();
    clientBodies = client.link(Long.MAX_VALUE).session().bodies();
    return client;
  }

  @Override
  long openBodies() {
    return server == null || clientBodies == null
        ? 0
        : server.openBodies() + clientBodies.openBodies();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
