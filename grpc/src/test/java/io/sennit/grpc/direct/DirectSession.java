// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.direct;

import io.sennit.base.MemoryAccount;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.Executed;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.BodyBytes;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.PingCallback;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.SessionSnapshot;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.verbs.ProtectionDomain;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One end of a session; its state belongs to the loop that both ends share. */
public final class DirectSession implements Session {
  private static final long POOL_BYTES = 64 << 20;
  private static final long PATIENCE_SECONDS = 10;

  private final SessionInfo info;
  private final SessionListener listener;
  private final DirectFabric fabric;
  private final Executor loop;
  private final BodyPool bodies;
  private final Set<DirectStream> streams = new LinkedHashSet<>();
  private final Semaphore pings = new Semaphore(0);
  private @Nullable DirectSession peer;
  private @Nullable StreamAcceptor acceptor;
  private boolean shutdown;
  private boolean terminated;
  private boolean deaf;

  DirectSession(
      SessionInfo info, SessionListener listener, DirectFabric fabric, ProtectionDomain domain) {
    this.info = info;
    this.listener = listener;
    this.fabric = fabric;
    loop = fabric.loop();
    BodyPoolConfig config = BodyPoolConfig.defaults().withBudgets(POOL_BYTES, POOL_BYTES);
    bodies = new BodyPool(domain, MemoryAccount.root("test", Long.MAX_VALUE), config, loop);
  }

  void join(DirectSession other, @Nullable StreamAcceptor callsGoTo) {
    peer = other;
    acceptor = callsGoTo;
  }

  void ready() {
    listener.onReady(this);
  }

  Executor loop() {
    return loop;
  }

  @Override
  public RpcStream open(OpenCall call, StreamListener streamListener) {
    DirectStream near = new DirectStream(this);
    near.maxInboundMessage(call.maxInboundMessage());
    loop.execute(() -> connect(near, call, streamListener));
    return near;
  }

  private void connect(DirectStream near, OpenCall call, StreamListener streamListener) {
    DirectStream far = new DirectStream(peer());
    near.join(far, streamListener);
    streams.add(near);
    if (shutdown || peer().shutdown) {
      near.close(StreamEnd.local(StatusCode.UNAVAILABLE, "the session drains", Executed.NO));
      return;
    }
    Optional<Executed> refusal = fabric.takeRefusal();
    if (refusal.isPresent()) {
      near.close(StreamEnd.local(StatusCode.UNAVAILABLE, "refused", refusal.get()));
      return;
    }
    peer().streams.add(far);
    IncomingCall incoming = new IncomingCall(call.method(), call.metadata(), call.timeoutNanos());
    far.join(near, peer().acceptor().accept(far, incoming));
  }

  @Override
  public BodyPool bodies() {
    return bodies;
  }

  @Override
  public void ping(PingCallback callback) {
    loop.execute(() -> {
      pings.release();
      if (!deaf) {
        callback.onPing(1, terminated ? Optional.of("terminated") : Optional.empty());
      }
    });
  }

  /** From now on pings are not answered. */
  public void ignorePings() {
    loop.execute(() -> deaf = true);
  }

  /** Waits until so many pings came. */
  public void awaitPings(int count) throws InterruptedException {
    if (!pings.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("only " + pings.availablePermits() + " pings of " + count);
    }
  }

  @Override
  public void shutdown() {
    loop.execute(() -> {
      drain(StatusCode.OK, "shut down on this side");
      peer().drain(StatusCode.UNAVAILABLE, "the peer drains");
    });
  }

  @Override
  public void shutdownNow(String cause) {
    loop.execute(() -> {
      kill(cause);
      peer().kill("the peer ended the session: " + cause);
    });
  }

  @Override
  public SessionInfo info() {
    return info;
  }

  @Override
  public SessionSnapshot snapshot() {
    BodyBytes none = new BodyBytes(0, 0, 0);
    return new SessionSnapshot(0, 0, streams.size(), 0, 0, 0, none, none, 0, 0, 0);
  }

  /** Runs the task, once, as soon as no body of this end is open. */
  void whenIdle(Runnable task) {
    AtomicBoolean told = new AtomicBoolean();
    lookWhetherIdle(() -> {
      if (told.compareAndSet(false, true)) {
        task.run();
      }
    });
  }

  private void lookWhetherIdle(Runnable once) {
    if (!bodies.isIdle()) {
      bodies.whenRoom(() -> loop.execute(() -> lookWhetherIdle(once)));
    }
    // Also after asking to be told: the last body may have been released in between.
    if (bodies.isIdle()) {
      once.run();
    }
  }

  @Override
  public String toString() {
    return info.client() + ":" + bodies.openBodies();
  }

  private void drain(StatusCode code, String cause) {
    if (!shutdown) {
      shutdown = true;
      listener.onShutdown(code, cause);
    }
    terminateIfIdle();
  }

  private void kill(String cause) {
    drain(StatusCode.UNAVAILABLE, cause);
    Executed executed = info.client() ? Executed.MAYBE : Executed.YES;
    for (DirectStream stream : List.copyOf(streams)) {
      stream.close(StreamEnd.local(StatusCode.UNAVAILABLE, cause, executed));
    }
    terminateIfIdle();
  }

  void closed(DirectStream stream) {
    streams.remove(stream);
    terminateIfIdle();
  }

  private void terminateIfIdle() {
    if (shutdown && !terminated && streams.isEmpty()) {
      terminated = true;
      listener.onTerminated();
    }
  }

  private DirectSession peer() {
    return Objects.requireNonNull(peer, "not joined");
  }

  private StreamAcceptor acceptor() {
    return Objects.requireNonNull(acceptor, "not a server");
  }
}
