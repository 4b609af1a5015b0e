// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.MemoryAccount;
import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.BraidSession;
import io.sennit.multipath.Counter;
import io.sennit.multipath.StrandOffer;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.StatusCode;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackDomain;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPair;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Two engines on real braids of two strands, over the loopback fabric, in one thread. */
final class BraidEnds {
  private static final long MILLI = 1_000_000;
  private static final long MEMORY_BYTES = 64L << 20;

  final LoopbackFabric fabric;
  final Side client;
  final Side server;
  private long nowNanos;

  StreamAcceptor acceptor = (stream, call) -> {
    throw new AssertionError("no acceptor");
  };

  BraidEnds(long seed) {
    fabric = new LoopbackFabric(seed);
    LoopbackPair pair = fabric.pair(new DomainConfig(MEMORY_BYTES, 64));
    client = new Side(true, pair.near());
    server = new Side(false, pair.far());
    List<Path> paths = List.of(new Path(0, 0, 1), new Path(0, 0, 2));
    List<StrandOffer> clientOffers = client.braid.offer(paths);
    List<StrandOffer> serverOffers = server.braid.offer(paths);
    server.braid.connect(clientOffers);
    client.braid.connect(serverOffers);
    until("both are ready", () -> client.life.size() + server.life.size() == 2);
    until("all strands are proved", () -> client.isProved() && server.isProved());
  }

  private boolean step() {
    int done = client.step() + server.step();
    carry(client, server);
    carry(server, client);
    return done > 0;
  }

  private static void carry(Side from, Side to) {
    while (!from.lifeline.isEmpty()) {
      to.braid.onLifelineFrame(from.lifeline.removeFirst());
    }
  }

  /** Runs, with time passing when nothing is done, until the condition holds. */
  void until(String what, BooleanSupplier condition) {
    for (int round = 0; round < 200_000; round++) {
      if (condition.getAsBoolean()) {
        return;
      }
      if (!step()) {
        nowNanos += MILLI;
      }
    }
    throw new AssertionError("never: " + what + "; " + client.life + server.life);
  }

  /** Lets time pass until it can be assumed that nothing more happens. */
  void quiet() {
    long wanted = nowNanos + 200 * MILLI;
    until("time passes", () -> nowNanos >= wanted);
  }

  StreamProbe open(OpenCall call) {
    StreamProbe probe = new StreamProbe();
    probe.opened(client.engine.open(call, probe));
    return probe;
  }

  StreamProbe acceptNext() {
    StreamProbe probe = new StreamProbe();
    acceptor = (stream, call) -> {
      probe.opened(stream);
      return probe;
    };
    return probe;
  }

  void assertNothingLeft() {
    quiet();
    for (Side side : List.of(client, server)) {
      assertEquals(0, side.count(Counter.OPEN_LEASES), () -> side + " has leases");
      assertEquals(0, side.count(Counter.OPEN_TRANSFERS), () -> side + " has transfers");
      assertTrue(side.pool.isIdle(), () -> side + " has bodies: " + side.pool.openBodies());
      assertEquals(0, side.engine.snapshot().callsOpen(), () -> side + " has calls");
    }
  }

  /** One engine and what surrounds it. */
  final class Side implements EngineHost, SessionListener {
    final MemoryAccount memory = MemoryAccount.root("test", Long.MAX_VALUE);
    final LoopbackDomain domain;
    final BodyPool pool;
    final StreamEngine engine;
    final Braid braid;
    final List<String> life = new ArrayList<>();
    final ArrayDeque<byte[]> lifeline = new ArrayDeque<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;

    Side(boolean client, LoopbackDomain domain) {
      this.domain = domain;
      BodyPoolConfig bodies =
          new BodyPoolConfig(1 << 20, 16L << 20, 16L << 20, 16, 5_000_000_000L, false);
      pool = new BodyPool(domain, memory, bodies, tasks::add);
      InetSocketAddress address = InetSocketAddress.createUnresolved("loopback", 1);
      SessionInfo info = new SessionInfo("loopback", address, address, 7, client);
      Optional<StreamAcceptor> door =
          client ? Optional.empty() : Optional.of((stream, call) -> acceptor.accept(stream, call));
      Clock clock = () -> nowNanos;
      engine = new StreamEngine(
          new EngineSetup(StreamConfig.defaults(), info, pool, memory, clock, this, this, door));
      BraidSession session = new BraidSession(7, 1, client);
      braid = new Braid(BraidConfig.defaults(), session, domain, engine.braidListener());
      engine.start(braid);
    }

    int step() {
      int done = 0;
      while (!tasks.isEmpty()) {
        tasks.removeFirst().run();
        done++;
      }
      return closed ? done : done + engine.poll(nowNanos);
    }

    private boolean isProved() {
      return braid.snapshot().paths().stream().allMatch(path -> path.state() == StrandState.GOOD);
    }

    long count(Counter counter) {
      return braid.snapshot().count(counter);
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public boolean offer(Runnable task) {
      return tasks.add(task);
    }

    @Override
    public void sendOnLifeline(byte[] frame) {
      lifeline.add(frame);
    }

    @Override
    public void onFailed(String cause, boolean peerGone) {
      life.add("failed: " + cause);
    }

    @Override
    public void crashed(Throwable cause) {
      throw new AssertionError("nothing may be thrown here", cause);
    }

    @Override
    public void onClosed() {
      closed = true;
      life.add("closed");
    }

    @Override
    public void onReady(Session session) {
      life.add("ready");
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      life.add("shutdown " + code);
    }

    @Override
    public void onTerminated() {
      life.add("terminated");
    }

    @Override
    public String toString() {
      return (engine.info().client() ? "client " : "server ") + braid.snapshot();
    }
  }
}
