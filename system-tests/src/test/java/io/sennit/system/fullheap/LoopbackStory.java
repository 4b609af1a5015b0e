// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.LastResort;
import io.sennit.rpc.CallOptions;
import io.sennit.rpc.Platform;
import io.sennit.rpc.RemoteRight;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.ServerStream;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.session.EventLoopConfig;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.ProcessMemory;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A server and clients of one process, each with threads of its own, over loopback: each telling is
 * a session with all kinds of calls, and another one afterwards. The threads are the same in all
 * tellings, and have to live.
 */
public final class LoopbackStory implements Story, AutoCloseable {
  private static final String THREADS = "story-";
  private static final int REMOTE_BYTES = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final CallOptions OPTIONS =
      CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(10));

  private final Clock clock = Clock.system();
  private final SessionOptions sessions;
  private final LoopGroup servers = group("server");
  private final LoopGroup clients = group("client");
  private final RpcServer serving;
  private volatile boolean watching;

  /** @param provider that carries it */
  public LoopbackStory(String provider) {
    sessions = SessionOptions.defaults()
        .withProviders(provider)
        .withSilence(Duration.ofSeconds(2))
        .withConnectTimeout(Duration.ofSeconds(5));
    serving = RpcServer.builder()
        .on(platform(servers))
        .sessions(sessions)
        .handle(SimulatedStory.ECHO, call -> call.reply(call.request()))
        .handleDirect(SimulatedStory.DIRECT, call -> call.reply(call.body()))
        .handle(SimulatedStory.NEVER, call -> {})
        .handleStream(SimulatedStory.CHAT, LoopbackStory::chat)
        .remoteMemory("table", REMOTE_BYTES, EnumSet.allOf(RemoteRight.class), region -> {})
        .start();
    Sites.watch(
        () -> watching && isOwn(Thread.currentThread().getName()),
        () -> new OutOfMemoryError("expected by the test"));
  }

  private LoopGroup group(String name) {
    return new LoopGroup(
        THREADS + name, EventLoopConfig.defaults(), clock, LoopGroup.findProviders());
  }

  /** Whether the thread was started by one of the two groups, or for one. */
  private static boolean isOwn(String thread) {
    return thread.startsWith(THREADS) || thread.endsWith("-rendezvous");
  }

  @Override
  public String tell() throws Exception {
    Steps steps = new Steps();
    watching = true;
    RpcClient first = steps.orAgain("a client", this::connect);
    Acts acts = new Acts(first, steps, this::pass, Duration.ofSeconds(4));
    acts.play();
    acts.playAChat();
    steps.run("the client is closed", first::close);
    watching = false;
    try (RpcClient next = connect()) {
      assertEquals(100, next.call(SimulatedStory.ECHO, new byte[100], OPTIONS).length);
    }
    assertNothingIsLeft();
    return steps.outcome();
  }

  private static void chat(ServerStream<byte[], byte[]> stream) throws InterruptedException {
    for (byte[] message : stream) {
      stream.send(message);
    }
  }

  private RpcClient connect() {
    return RpcClient.to("127.0.0.1:" + serving.address().getPort())
        .on(platform(clients))
        .sessions(sessions)
        .drain(Duration.ofSeconds(2))
        .connectLater();
  }

  private void assertNothingIsLeft() {
    BooleanSupplier nothing = () -> serving.sessions() == 0 && charged() == 0;
    pass(nothing, PATIENCE.toNanos());
    assertTrue(
        nothing.getAsBoolean(),
        () -> "left: sessions " + serving.sessions() + ", bytes " + charged());
    for (LastResort.Report thread : LastResort.reports()) {
      assertTrue(thread.turning(), thread::toString);
    }
  }

  private static long charged() {
    ProcessMemory memory = ProcessMemory.shared();
    return memory.heap().chargedBytes() + memory.registered().chargedBytes();
  }

  private void pass(BooleanSupplier until, long mostNanos) {
    long end = clock.nanoTime() + Math.min(mostNanos, PATIENCE.toNanos());
    while (!until.getAsBoolean() && clock.nanoTime() - end < 0) {
      LockSupport.parkNanos(200_000);
    }
  }

  private static Platform platform(LoopGroup group) {
    return new Platform() {
      @Override
      public LoopGroup loops() {
        return group;
      }

      @Override
      public Executor executor() {
        return Platform.process().executor();
      }
    };
  }

  @Override
  public void close() {
    serving.close();
    clients.close();
    servers.close();
  }
}
