// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidSession;
import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.Counter;
import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.EngineHost;
import io.sennit.rpc.stream.EngineSetup;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamEngine;
import io.sennit.simulator.TraceEvent;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One side of a session: the production braid and stream engine, run by a host's loop. */
public final class SessionSide implements Agent, EngineHost, SessionListener {
  private static final TraceEvent ENDED = TraceEvent.of("ended", "host", "session", "gone");
  private static final String PROVIDER = "roce";

  private final Host host;
  private final SessionPlan plan;
  private final BodyPool bodies;
  private final StreamEngine engine;
  private final Braid braid;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private Consumer<byte[]> lifeline = frame -> {};
  private boolean ready;
  private boolean closed;
  private int terminations;
  private String failure = "";

  /** @param door of the server; empty on the client's side */
  SessionSide(Host host, SessionPlan plan, ProtectionDomain domain, Optional<StreamAcceptor> door) {
    this.host = host;
    this.plan = plan;
    bodies = new BodyPool(domain, plan.bodies(), this::execute);
    InetSocketAddress address = InetSocketAddress.createUnresolved(host.name(), 1);
    SessionInfo info = new SessionInfo(PROVIDER, address, address, plan.id(), door.isEmpty());
    engine = new StreamEngine(
        new EngineSetup(plan.streams(), info, bodies, host.world().scheduler(), this, this, door));
    braid = new Braid(
        plan.braid(),
        new BraidSession(plan.id(), 1, door.isEmpty()),
        bodies.guardedDomain(),
        engine.braidListener());
    engine.start(braid);
    host.add(this);
  }

  void lifeline(Consumer<byte[]> newLifeline) {
    lifeline = newLifeline;
  }

  List<StrandOffer> offer(List<Path> paths) {
    return braid.offer(paths);
  }

  void connect(List<StrandOffer> peer) {
    braid.connect(peer);
    host.wake();
  }

  void onLifelineFrame(byte[] frame) {
    execute(() -> {
      if (!closed) {
        braid.onLifelineFrame(frame);
      }
    });
  }

  public Host host() {
    return host;
  }

  /** To open calls on, on the client's side. */
  public Session session() {
    return engine;
  }

  /** Memory of this side. */
  public BodyPool bodies() {
    return bodies;
  }

  /** Whether the peer's settings have come. */
  public boolean isReady() {
    return ready;
  }

  /** Whether everything is given back. */
  public boolean isClosed() {
    return closed;
  }

  /** How often the end of all calls was told; must be once in the end. */
  public int terminations() {
    return terminations;
  }

  /** Why it ended; empty while it lives, and after an end in good order. */
  public String failure() {
    return failure;
  }

  public long count(Counter counter) {
    return braid.snapshot().count(counter);
  }

  public BraidSnapshot snapshot() {
    return braid.snapshot();
  }

  @Override
  public int poll(long nowNanos) {
    int done = 0;
    for (int left = tasks.size(); left > 0; left--) {
      tasks.remove().run();
      done++;
    }
    if (closed) {
      return done;
    }
    bodies.reclaim();
    return done + engine.poll(nowNanos);
  }

  @Override
  public long nextTimerNanos() {
    return closed ? Long.MAX_VALUE : engine.nextTimerNanos();
  }

  @Override
  public boolean arm() {
    return tasks.isEmpty() && (closed || engine.arm());
  }

  // What the engine needs of the session around it.

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    host.wake();
  }

  @Override
  public void sendOnLifeline(byte[] frame) {
    lifeline.accept(frame);
  }

  @Override
  public void onFailed(String cause, boolean peerGone) {
    failure = cause.equals(StreamEngine.SHUT_DOWN) ? "" : cause;
    host.world().trace().add(ENDED, host.number(), plan.id(), peerGone ? 1 : 0);
  }

  @Override
  public void onClosed() {
    closed = true;
  }

  // What the session tells its user.

  @Override
  public void onReady(Session session) {
    ready = true;
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {}

  @Override
  public void onTerminated() {
    terminations++;
  }

  /** A line for whoever looks for the reason of something. */
  public String state() {
    StringBuilder text = new StringBuilder(toString());
    if (!failure.isEmpty()) {
      text.append(" failed (").append(failure).append(')');
    }
    text.append(closed ? ", closed" : "")
        .append(", ")
        .append(bodies.openBodies())
        .append(" bodies");
    BraidSnapshot snapshot = braid.snapshot();
    snapshot
        .paths()
        .forEach(path -> text.append(", ").append(path.label()).append(' ').append(path.state()));
    for (Counter counter : Counter.values()) {
      if (snapshot.count(counter) != 0) {
        text.append(' ').append(counter).append('=').append(snapshot.count(counter));
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return host + (engine.info().client() ? " (client)" : " (server)");
  }
}
