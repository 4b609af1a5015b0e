// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidSession;
import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.stream.EngineHost;
import io.sennit.rpc.stream.EngineSetup;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamEngine;
import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A braid and a stream engine on a loop, with a lifeline beside them. Everything but
 * {@link #session} and the constructor's caller belongs to the loop's owner.
 */
final class LiveSession implements LoopAgent, EngineHost {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSession.class);

  private static final long NEVER = Long.MAX_VALUE;

  /** Before an end in whose middle something was thrown is gone on with. */
  private static final long CRASH_PAUSE_NANOS = 1_000_000;

  /** From when on every poll has thrown to when the session's memory is taken from it. */
  private static final long ABANDON_NANOS = 30_000_000_000L;

  /** What the bootstrap's side of the session hears; on the loop. */
  interface Outside {
    /** Carries a braid's frame, or drops it. */
    void sendOnLifeline(byte[] frame);

    /** The strands carry nothing any more, as far as is known. */
    void onNothingCarried();

    /**
     * Ports of this host are not what they were.
     *
     * @param readdressed whether one has another address
     */
    void onOwnPorts(boolean readdressed);

    /** Where the peer's ports are now; untrusted. */
    void onPeerPorts(List<InetAddress> addresses);

    /**
     * The session has ended; the peer is to be told.
     *
     * @param drained whether both sides agreed to end, with nothing lost
     */
    void onEnded(String cause, boolean drained);

    /** Nothing of the session is left; once, last, also if it could not be made. */
    void onClosed();
  }

  private final LoopGroup group;
  private final SessionLoop loop;
  private final PortBook ports;
  private final Consumer<PortEvent> onPort;
  private final Outside outside;
  private final SessionInfo info;
  private final SessionMemory memory;
  private final BodyPool bodies;
  private final StreamEngine engine;
  private final Braid braid;
  private final Liveness liveness;
  private final long silenceNanos;
  private final boolean userCode;
  private boolean failing;
  private boolean ended;
  private boolean told;
  private boolean reaping;
  private boolean closed;
  private volatile @Nullable Throwable crash;
  private long crashedNanos = NEVER;
  private long againNanos = NEVER;
  private String peerClosed = "";
  private String endCause = "";

  /** Makes one, on the loop; takes domain and memory over, also if it throws. */
  static LiveSession make(SessionParts parts, SessionInfo info, SessionKey key, Outside outside) {
    try {
      return new LiveSession(parts, info, key, outside);
    } catch (RuntimeException | Error e) {
      DomainReaper.reapHere(parts.provider().loop(), parts.domain(), () -> {
        parts.memory().gone();
        outside.onClosed();
      });
      throw e;
    }
  }

  private LiveSession(SessionParts parts, SessionInfo info, SessionKey key, Outside outside) {
    group = parts.group();
    loop = parts.provider().loop();
    ports = parts.provider().ports();
    this.outside = outside;
    this.info = info;
    SessionConfig config = parts.config();
    silenceNanos = config.silenceNanos();
    userCode = parts.listener().runsUserCode()
        || parts.acceptor().filter(StreamAcceptor::runsUserCode).isPresent();
    liveness = new Liveness(loop.clock().nanoTime(), config.heartbeatNanos(), silenceNanos);
    memory = parts.memory();
    // What is dropped is done in the loop's next turn, and one with a full queue is awake.
    bodies = new BodyPool(parts.domain(), memory.registered(), config.bodies(), loop::offer);
    engine = new StreamEngine(new EngineSetup(
        config.streams(),
        info,
        bodies,
        memory.heap(),
        loop.clock(),
        this,
        parts.listener(),
        parts.acceptor()));
    braid = new Braid(
        config.braid().withSilence(silenceNanos),
        new BraidSession(key.id(), key.generation(), info.client()),
        bodies.guardedDomain(),
        engine.braidListener());
    NamedBraid named = new NamedBraid(parts, info, braid::snapshot);
    braid.name(named::name);
    onPort = this::onPort;
    engine.start(braid);
    ports.enter(onPort);
    loop.add(this);
    group.enter(engine, loop);
    group.book().enter(this, named);
  }

  private void onPort(PortEvent event) {
    braid.onPort(event);
    if (event.kind() != PortEvent.Kind.PATH_MTU_CHANGED) {
      outside.onOwnPorts(event.kind() == PortEvent.Kind.ADDRESS_CHANGED);
    }
  }

  /** There is another lifeline. */
  void onLifelineRenewed() {
    if (!ended) {
      braid.onLifelineRenewed();
    }
  }

  /** Creates the strands; if it throws, the session has failed with that cause. */
  List<StrandOffer> offerOrFail(SessionParts parts, List<Path> paths) {
    try {
      List<StrandOffer> own = braid.offer(paths);
      braid.allowPorts(parts.plan(paths));
      onPeerPorts();
      if (parts.mayGrow()) {
        braid.allowFurther(parts.further(paths));
      }
      return own;
    } catch (RuntimeException e) {
      fail("the strands could not be made: " + e.getMessage());
      throw e;
    } catch (Error e) {
      crashed(e);
      throw e;
    }
  }

  void connect(List<StrandOffer> peer) {
    Throwable thrown = crash;
    if (ended || thrown != null) {
      throw new IllegalStateException(thrown == null ? endCause : sentence(thrown));
    }
    braid.connect(peer);
    LOG.info("session {} is up over {}, {} strands", this, info.provider(), peer.size());
  }

  /** The application's view; from any thread. */
  Session session() {
    return engine;
  }

  /** A frame of the peer's braid came over the lifeline; untrusted. */
  void onLifelineFrame(byte[] frame) {
    if (!ended) {
      braid.onLifelineFrame(frame);
    }
  }

  /** Does something of this session on the loop: what it throws ends the session. */
  void attempt(Consumer<LiveSession> task) {
    try {
      task.accept(this);
    } catch (Throwable thrown) {
      crashed(thrown);
    }
  }

  /** Ends the session, for whatever cause; the first one is kept. */
  void fail(String cause) {
    if (!ended && !failing) {
      failing = true;
      engine.shutdownNow(cause);
    }
  }

  /**
   * The peer says that it has ended the session. What its strands brought before that is handled
   * first, since its last answers may be among it.
   */
  void peerClosed(String reason) {
    peerClosed = reason.isEmpty() ? "without a reason" : reason;
  }

  @Override
  public int poll(long nowNanos) {
    Throwable thrown = crash;
    if (closed) {
      leave();
      return 1;
    }
    if (thrown == null) {
      crashedNanos = NEVER;
      return pollSound(nowNanos);
    }
    if (crashedNanos == NEVER) {
      crashedNanos = nowNanos;
      againNanos = nowNanos;
    }
    if (nowNanos - againNanos < 0) {
      return 0;
    }
    againNanos = nowNanos + CRASH_PAUSE_NANOS;
    if (nowNanos - crashedNanos >= ABANDON_NANOS) {
      abandon(thrown);
      return 1;
    }
    return pollCrashed(nowNanos, thrown);
  }

  /** Only ends from now on: what was thrown may have left anything half-changed. */
  private int pollCrashed(long nowNanos, Throwable thrown) {
    failing = true;
    engine.crash(sentence(thrown));
    bodies.reclaim();
    engine.poll(nowNanos);
    crash = null;
    return 1;
  }

  private static String sentence(Throwable thrown) {
    return thrown instanceof OutOfMemoryError
        ? "this process has no memory for the session (OutOfMemoryError)"
        : "a bug in this process ended the session: " + thrown;
  }

  /**
   * Not even its end can be polled: the provider fences what the braid would have. Again, if it
   * threw.
   */
  private void abandon(Throwable thrown) {
    if (!told) {
      onFailed(sentence(thrown), false);
    }
    if (!reaping) {
      loop.add(new DomainReaper(loop, bodies.guardedDomain(), this::onClosed));
      reaping = true;
    }
    loop.remove(this);
    LOG.error("session {} cannot be torn down in order: its domain is closed as it is", this);
  }

  private int pollSound(long nowNanos) {
    bodies.reclaim();
    int work = engine.poll(nowNanos);
    if (!ended && work == 0 && !peerClosed.isEmpty()) {
      fail(info.remoteAddress() + " ended the session: " + peerClosed);
      return 1;
    }
    if (!ended && liveness.tick(nowNanos)) {
      engine.ping((roundTripNanos, failure) -> onPing(failure));
    }
    if (!ended && liveness.isSilent()) {
      fail("no strand brought an answer of " + info.remoteAddress() + " for "
          + silenceNanos / 1_000_000 + " ms");
    }
    return work;
  }

  private void onPing(Optional<String> failure) {
    if (failure.isEmpty()) {
      liveness.answered();
    }
  }

  @Override
  public long nextTimerNanos() {
    if (crash != null) {
      return againNanos == NEVER ? loop.clock().nanoTime() : againNanos;
    }
    long next = engine.nextTimerNanos();
    return ended ? next : Math.min(next, liveness.nextTimerNanos());
  }

  @Override
  public boolean arm() {
    return crash != null || engine.arm();
  }

  @Override
  public boolean quiet() {
    return crash == null && info.client() && engine.isIdle();
  }

  @Override
  public boolean runsUserCode() {
    return userCode;
  }

  @Override
  public void crashed(Throwable cause) {
    crash = crash == null ? cause : crash;
  }

  // Called by the engine.

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public boolean offer(Runnable task) {
    return loop.offer(task);
  }

  @Override
  public void sendOnLifeline(byte[] frame) {
    outside.sendOnLifeline(frame);
  }

  @Override
  public void onNothingCarried() {
    outside.onNothingCarried();
  }

  @Override
  public void onPeerPorts() {
    outside.onPeerPorts(bodies.guardedDomain().remoteAddresses());
  }

  @Override
  public void onFailed(String cause, boolean peerGone) {
    ended = true;
    endCause = cause;
    LOG.info("session {} ended: {}", this, cause);
    memory.close();
    outside.onEnded(cause, cause.equals(StreamEngine.SHUT_DOWN));
    told = true;
  }

  @Override
  public void onClosed() {
    closed = true;
    leave();
  }

  /** Again, if it threw. */
  private void leave() {
    ports.leave(onPort);
    group.book().leave(this);
    group.leave(engine);
    loop.remove(this);
    memory.gone();
    outside.onClosed();
  }

  @Override
  public String toString() {
    return Long.toHexString(info.sessionId()) + " with " + info.remoteAddress();
  }
}
