// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.ManualClock;
import io.sennit.base.MemoryAccount;
import io.sennit.base.Randomness;
import io.sennit.multipath.BraidListener;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.HeapDomain;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/** Two engines, one braid made for tests, one thread, one clock. */
final class Ends {
  static final int SLAB = 1 << 20;

  final ManualClock clock = new ManualClock();
  final Side client;
  final Side server;

  /** What the server does with calls; set before the first one. */
  StreamAcceptor acceptor = (stream, call) -> {
    throw new AssertionError("no acceptor");
  };

  Ends(StreamConfig config) {
    this(config, config, 1, TestCord.SLOT_BYTES);
  }

  Ends(StreamConfig clientConfig, StreamConfig serverConfig, long seed, int slotBytes) {
    this(clientConfig, serverConfig, Randomness.seeded(seed), slotBytes, Long.MAX_VALUE);
  }

  private Ends(
      StreamConfig clientConfig,
      StreamConfig serverConfig,
      Randomness random,
      int slotBytes,
      long heapBytes) {
    client = new Side(true, clientConfig, random, slotBytes, Long.MAX_VALUE);
    server = new Side(false, serverConfig, random, slotBytes, heapBytes);
    BraidListener forClient = client.engine.braidListener();
    TestCord.tie(client.cord, forClient, server.cord, server.engine.braidListener());
    client.engine.start(client.cord);
    server.engine.start(server.cord);
  }

  /** Two engines that know each other's settings. */
  static Ends ready(StreamConfig config) {
    return new Ends(config).settle();
  }

  /** With so much heap at the server. */
  static Ends withHeap(StreamConfig config, long heapBytes) {
    Randomness random = Randomness.seeded(1);
    return new Ends(config, config, random, TestCord.SLOT_BYTES, heapBytes).settle();
  }

  static Ends ready() {
    return ready(StreamConfig.defaults());
  }

  /** One round on both sides; whether anything was done. */
  boolean step() {
    boolean clientDid = client.step();
    return server.step() || clientDid;
  }

  /** Runs until nothing happens any more. */
  Ends settle() {
    int quiet = 0;
    for (int round = 0; round < 100_000; round++) {
      quiet = step() ? 0 : quiet + 1;
      if (quiet > 3) {
        return this;
      }
    }
    throw new AssertionError("never quiet");
  }

  /** Runs until the condition holds. */
  void until(String what, BooleanSupplier condition) {
    for (int round = 0; round < 100_000; round++) {
      if (condition.getAsBoolean()) {
        return;
      }
      step();
    }
    throw new AssertionError("never: " + what);
  }

  /** Everything that was lent, granted, allocated or started has been given back. */
  void assertNothingLeft() {
    settle();
    assertCreditsAgree(client, server);
    assertCreditsAgree(server, client);
    client.assertNothingLeft("client");
    server.assertNothingLeft("server");
  }

  /** What one end may send is what the other has room for. */
  private static void assertCreditsAgree(Side from, Side to) {
    if (!from.life.equals(List.of("ready")) || !to.life.equals(List.of("ready"))) {
      return;
    }
    assertEquals(
        to.engine.shared().sessionReceiveWindow().roomBytes(),
        from.engine.shared().sessionWindow().roomBytes(),
        "bytes of the session that may be sent");
  }

  StreamProbe open(OpenCall call) {
    StreamProbe probe = new StreamProbe();
    probe.opened(client.engine.open(call, probe));
    return probe;
  }

  /** The server's side of the next call. */
  StreamProbe acceptNext() {
    StreamProbe probe = new StreamProbe();
    acceptor = (stream, call) -> {
      probe.opened(stream);
      return probe;
    };
    return probe;
  }

  /** A body of the pool's send memory with a pattern in it. */
  static Body filled(BodyPool pool, int bytes, int seed) {
    Body body = pool.allocateToSend(bytes).orElseThrow();
    body.segment().copyFrom(MemorySegment.ofArray(pattern(bytes, seed)));
    return body;
  }

  static byte[] pattern(int bytes, int seed) {
    byte[] pattern = new byte[bytes];
    Randomness.seeded(seed).nextBytes(pattern);
    return pattern;
  }

  /** One engine and what surrounds it. */
  final class Side implements EngineHost, SessionListener {
    final MemoryAccount registered = MemoryAccount.root("registered", Long.MAX_VALUE);
    final MemoryAccount heap;
    final HeapDomain memory = new HeapDomain(Long.MAX_VALUE);
    final TestCord cord;
    final BodyPool pool;
    final StreamEngine engine;
    final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    final List<String> life = new ArrayList<>();
    boolean loopIsFull;

    Side(boolean client, StreamConfig config, Randomness random, int slotBytes, long heapBytes) {
      heap = MemoryAccount.root("the heap", heapBytes);
      cord = new TestCord(memory, random, slotBytes);
      BodyPoolConfig bodies =
          new BodyPoolConfig(SLAB, 64L * SLAB, 64L * SLAB, 16, 5_000_000_000L, true);
      pool = new BodyPool(memory, registered, bodies, tasks::add);
      InetSocketAddress address = InetSocketAddress.createUnresolved("test", 1);
      SessionInfo info = new SessionInfo("test", address, address, 7, client);
      Optional<StreamAcceptor> door =
          client ? Optional.empty() : Optional.of((stream, call) -> acceptor.accept(stream, call));
      engine = new StreamEngine(new EngineSetup(config, info, pool, heap, clock, this, this, door));
    }

    boolean step() {
      return step(0);
    }

    /** With a clock that is so far ahead of the other side's. */
    boolean step(long aheadNanos) {
      int done = 0;
      while (!tasks.isEmpty()) {
        tasks.removeFirst().run();
        done++;
      }
      return done + engine.poll(clock.nanoTime() + aheadNanos) > 0;
    }

    void assertNothingLeft(String who) {
      assertEquals(0, cord.openLeases(), () -> who + " has leases");
      assertEquals(0, cord.openTransfers(), () -> who + " has transfers");
      assertTrue(pool.isIdle(), () -> who + " has " + pool.openBodies() + " bodies out");
      assertTrue(heap.chargedBytes() <= 3 * HeapLedger.PIECE_BYTES, () -> who + " holds " + heap);
      assertEquals(0, engine.shared().queueShare().queuedBytes(), () -> who + " has bytes queued");
      assertEquals(0, engine.snapshot().callsOpen(), () -> who + ": " + engine.snapshot());
    }

    @Override
    public void execute(Runnable task) {
      if (loopIsFull) {
        throw new RejectedExecutionException("expected by the test");
      }
      tasks.add(task);
    }

    @Override
    public boolean offer(Runnable task) {
      return !loopIsFull && tasks.add(task);
    }

    @Override
    public void sendOnLifeline(byte[] frame) {
      throw new AssertionError("no lifeline here");
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
      life.add("closed");
    }

    @Override
    public void onReady(Session session) {
      life.add("ready");
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      life.add("shutdown " + code + ": " + cause);
    }

    @Override
    public void onTerminated() {
      life.add("terminated");
    }
  }
}
