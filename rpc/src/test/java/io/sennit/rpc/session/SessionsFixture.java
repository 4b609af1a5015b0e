// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.verbs.spi.VerbsProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Servers and clients over real sockets that share nothing but the process. */
abstract class SessionsFixture {
  static final Clock CLOCK = Clock.system();
  static final long SECOND = 1_000_000_000L;

  final List<AutoCloseable> open = new ArrayList<>();
  final LinkedBlockingQueue<Events> served = new LinkedBlockingQueue<>();
  SessionConfig config = SessionConfig.defaults().withTimes(25 * SECOND, 25 * SECOND, SECOND / 2);
  LoopGroup serverGroup = group("server", List.of());
  LoopGroup clientGroup = group("client", List.of());

  /** A provider for one process. */
  abstract VerbsProvider provider();

  /** A provider on the path, by name. */
  static VerbsProvider found(String name) {
    return LoopGroup.findProviders().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void rememberGroups() {
    open.add(serverGroup);
    open.add(clientGroup);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  LoopGroup group(String name, List<VerbsProvider> more) {
    List<VerbsProvider> providers = new ArrayList<>(more);
    providers.add(provider());
    return new LoopGroup(name, EventLoopConfig.defaults(), CLOCK, providers);
  }

  LoopGroup group(MemoryNetwork network) {
    LoopGroup group = new LoopGroup(
        "memory", EventLoopConfig.defaults(), List.of(provider()), network.host(CLOCK));
    open.add(group);
    return group;
  }

  SessionServer serve(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    SessionServer server =
        SessionServer.listen(address, config, serverGroup, new EchoDoor(), this::newServed);
    open.add(server);
    return server;
  }

  private Events newServed() {
    Events events = new Events();
    served.add(events);
    return events;
  }

  Events connect(String host, int port) {
    Events events = new Events();
    new SessionConnector(clientGroup, config).connect(host, port, events);
    return events;
  }

  Events connect(SessionServer server) {
    return connect("127.0.0.1", server.localAddress().getPort());
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    Randomness.seeded(length).nextBytes(bytes);
    return bytes;
  }

  static void awaitThat(String what, BooleanSupplier condition) {
    long end = CLOCK.nanoTime() + 30 * SECOND;
    while (!condition.getAsBoolean()) {
      assertTrue(CLOCK.nanoTime() - end < 0, what + " did not come true");
      Thread.onSpinWait();
    }
  }

  static void assertContains(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), "'" + part + "' is not in: " + text);
    }
  }
}
