// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidListener;
import io.sennit.multipath.Cord;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one session on one braid.
 *
 * <p>Sans-IO: it has no thread. The loop that owns the braid calls {@link #start}, {@link #poll},
 * {@link #nextTimerNanos} and {@link #arm}; what {@link Session} declares is safe from any thread.
 */
public final class StreamEngine implements Session {
  /** A stream whose listener never stops answering itself must not stop the others. */
  private static final int MAX_ROUNDS = 8;

  private static final int END_STEPS = 7;

  /** The cause of an end to which both sides agreed, with nothing lost. */
  public static final String SHUT_DOWN = "the session was shut down";

  private final EngineSetup setup;
  private final Engine engine;
  private final SessionControl control;
  private final Calls calls;
  private final Drain drain;
  private final Pings pings;
  private final MessageView view = new MessageView();
  private final Runnable work = this::runSoon;
  private boolean ready;
  private boolean shutdownTold;
  private @Nullable String endCause;
  private boolean peerGone;
  private int endSteps;
  private @Nullable CallStream touched;
  private @Nullable Braid oneSided;

  /** An engine without a braid. */
  public StreamEngine(EngineSetup setup) {
    this.setup = setup;
    engine = new Engine(
        setup, () -> setup.host().execute(this.work), () -> setup.host().offer(this.work));
    control = new SessionControl(engine);
    calls = setup
        .acceptor()
        .<Calls>map(acceptor -> new ServerCalls(engine, this, acceptor, control))
        .orElseGet(() -> new ClientCalls(engine));
    drain = new Drain(engine, calls, control);
    pings = new Pings(engine, control);
  }

  /** The listener to create the braid with. */
  public BraidListener braidListener() {
    return new Listener();
  }

  /** Gives the engine its braid, connected or not; once, before anything but the line above. */
  public void start(Braid braid) {
    oneSided = braid;
    start((Cord) braid);
  }

  /** What the streams share, to be looked at. */
  Engine shared() {
    return engine;
  }

  @Override
  public Optional<Braid> braid() {
    return endCause == null ? Optional.ofNullable(oneSided) : Optional.empty();
  }

  void start(Cord cord) {
    engine.start(cord);
    // The server's answer the client's: strands reorder, and no call may come before them.
    if (setup.acceptor().isEmpty()) {
      control.settings();
    }
  }

  /**
   * Polls the braid, runs what other threads asked for, sends, and ends calls whose time is over.
   *
   * @return how much was done; 0: nothing
   */
  public int poll(long nowNanos) {
    engine.enter(nowNanos);
    try {
      int done = engine.cord().poll(nowNanos);
      return done + advance();
    } finally {
      engine.leave();
    }
  }

  /** A thread left something to do; runs in the loop's own time, between polls. */
  private void runSoon() {
    engine.enter(setup.clock().nanoTime());
    try {
      advance();
    } catch (Throwable thrown) {
      setup.host().crashed(thrown);
    } finally {
      engine.leave();
    }
  }

  private int advance() {
    engine.takeHeapRoom();
    int done = takeTouched() + expire();
    ProtocolViolation met = engine.violation();
    if (met != null) {
      violate(met);
    }
    if (endCause == null) {
      try {
        done += send();
        finishDrain();
      } catch (ProtocolViolation e) {
        violate(e);
      }
    }
    return done;
  }

  /** Several rounds, since listeners answer at once: what they send shares a message that way. */
  private int takeTouched() {
    int done = 0;
    for (int round = 0; round < MAX_ROUNDS && hasTouched(); round++) {
      touched = touched == null ? engine.dirty().takeAll() : touched;
      for (CallStream stream = touched; stream != null; stream = touched) {
        touched = stream.takeDirtyNext();
        touch(stream);
        done++;
      }
    }
    return done;
  }

  private boolean hasTouched() {
    return touched != null || !engine.dirty().isEmpty();
  }

  /** What throws is looked at again: its mailbox may be half taken. */
  private void touch(CallStream stream) {
    boolean sound = false;
    try {
      stream.onTouched();
      sound = true;
    } finally {
      if (!sound) {
        engine.touch(stream);
      }
    }
  }

  private int expire() {
    int done = 0;
    DeadlineHeap.Entry entry = engine.deadlines().pollExpired(engine.nowNanos());
    while (entry != null) {
      entry.onDeadline();
      done++;
      entry = engine.deadlines().pollExpired(engine.nowNanos());
    }
    return done;
  }

  private int send() {
    if (engine.sessionReceiveWindow().isCreditDue()) {
      control.credit();
    }
    return engine.controlTurns().run() + engine.turns().run();
  }

  private void finishDrain() {
    if (drain.advance()) {
      end(SHUT_DOWN, false);
    } else if (drain.giveUpNanos() - engine.nowNanos() <= 0) {
      end("the peer did not answer GOAWAY within " + setup.config().drainNanos() + " ns", false);
    } else {
      engine.controlTurns().run();
    }
  }

  /** When poll must be called at the latest, as absolute time; Long.MAX_VALUE: never. */
  public long nextTimerNanos() {
    long timer = Math.min(engine.cord().nextTimerNanos(), engine.deadlines().nextNanos());
    return Math.min(timer, drain.giveUpNanos());
  }

  /** Whether no call is open, so that nothing but a session's own messages is to be expected. */
  public boolean isIdle() {
    return calls.openCount() == 0;
  }

  /** Prepares to sleep on the completion channel; false: poll again first. */
  public boolean arm() {
    boolean canSend = engine.turns().canRun() || engine.controlTurns().canRun();
    return !hasTouched()
        && !engine.hasHeapRoom()
        && (endCause != null || !canSend)
        && engine.cord().arm();
  }

  @Override
  public RpcStream open(OpenCall call, StreamListener listener) {
    if (!(calls instanceof ClientCalls clientCalls)) {
      throw new IllegalStateException("a server's session accepts calls only");
    }
    call.responseTarget().ifPresent(target -> {
      if (!target.isTargetIn(bodies())) {
        throw new IllegalArgumentException("the target is not this session's memory to receive");
      }
    });
    ClientCall stream = new ClientCall(engine, this, clientCalls, call.method(), listener);
    stream.maxInboundMessage(
        call.maxInboundMessage().atMost(setup.config().maxInboundMessageBytes()));
    stream.deadlineIn(setup.clock().nanoTime(), call.timeoutNanos());
    stream.open(call);
    return stream;
  }

  @Override
  public BodyPool bodies() {
    return setup.bodies();
  }

  @Override
  public Optional<Body> onHeap(int bytes) {
    return engine.heap().allocate(bytes);
  }

  @Override
  public void ping(PingCallback callback) {
    onLoop(() -> {
      if (endCause == null) {
        pings.ping(callback);
      } else {
        callback.onPing(0, Optional.of(endCause));
      }
    });
  }

  @Override
  public void shutdown() {
    onLoop(() -> {
      drain.begin(SHUT_DOWN);
      tellShutdown(StatusCode.OK, SHUT_DOWN);
    });
  }

  @Override
  public void shutdownNow(String cause) {
    onLoop(() -> end(cause, false));
  }

  private void onLoop(Runnable task) {
    setup.host().execute(() -> {
      engine.enter(setup.clock().nanoTime());
      try {
        task.run();
        advance();
      } catch (Throwable thrown) {
        setup.host().crashed(thrown);
      } finally {
        engine.leave();
      }
    });
  }

  @Override
  public SessionInfo info() {
    return setup.info();
  }

  @Override
  public SessionSnapshot snapshot() {
    return engine.counters().snapshot();
  }

  /** Flow control at this moment; only on the loop thread. */
  public FlowControl flowControl() {
    Map<Long, FlowControl.Windows> open = new HashMap<>();
    calls.forEach(call -> open.put(
        call.callId(),
        FlowControl.windows(call.outbound().window(), call.inbound().window())));
    return new FlowControl(
        FlowControl.windows(engine.sessionWindow(), engine.sessionReceiveWindow()), open);
  }

  private void tellShutdown(StatusCode code, String cause) {
    if (!shutdownTold) {
      shutdownTold = true;
      setup.listener().onShutdown(code, cause);
    }
  }

  private void violate(ProtocolViolation violation) {
    end("the peer broke the protocol: " + violation.getMessage(), false);
  }

  /**
   * Ends the session since something was thrown that must not be, on the loop, between polls. If it
   * throws, it has come only so far and is to be called again: each call and listener is told, some
   * of them twice if they were the ones who threw.
   */
  public void crash(String cause) {
    engine.enter(setup.clock().nanoTime());
    try {
      end(cause, false);
      goOnEnding(endCause == null ? cause : endCause);
    } finally {
      engine.leave();
    }
  }

  /** Ends every call and has the braid torn down; the first cause counts. */
  private void end(String cause, boolean newPeerGone) {
    if (endCause == null) {
      endCause = cause;
      peerGone = newPeerGone;
      goOnEnding(cause);
    }
  }

  /** A step that throws has not been taken. */
  private void goOnEnding(String cause) {
    while (endSteps < END_STEPS) {
      takeEndStep(endSteps, cause);
      endSteps++;
    }
  }

  private void closeMemory() {
    setup.bodies().close();
    if (engine.isStarted()) {
      engine.reorder().close();
    }
    engine.heap().close();
  }

  private void takeEndStep(int step, String cause) {
    switch (step) {
      case 0 -> {
        engine.stop();
        drain.stop();
        engine.cord().fail(cause);
      }
      case 1 -> calls.onSessionEnded(cause);
      case 2 -> pings.onSessionEnded(cause);
      case 3 -> closeMemory();
      case 4 -> tellShutdown(StatusCode.UNAVAILABLE, cause);
      case 5 -> setup.listener().onTerminated();
      default -> setup.host().onFailed(cause, peerGone);
    }
  }

  private void onMessage(MemorySegment frame, int length) {
    if (endCause != null) {
      return;
    }
    try {
      view.wrap(frame, length);
      if (view.callId() == Wire.SESSION) {
        onSessionFrames();
      } else if (view.isOrdered()) {
        calls.onOrdered(view);
      } else {
        calls.onUnordered(view);
      }
    } catch (ProtocolViolation e) {
      violate(e);
    }
  }

  private void onSessionFrames() {
    while (view.next()) {
      switch (view.type()) {
        case Wire.SETTINGS -> onSettings();
        case Wire.SESSION_CREDIT -> {
          view.require(Wire.SESSION_CREDIT_BYTES);
          engine.onSessionCredit(view.longAt(0));
        }
        case Wire.GOAWAY -> onGoaway();
        case Wire.PING -> {
          view.require(Wire.PING_BYTES);
          control.pong(view.longAt(0));
        }
        case Wire.PONG -> {
          view.require(Wire.PING_BYTES);
          pings.onPong(view.longAt(0));
        }
        case Wire.CANCELLED -> onCancelled();
        default -> throw view.unexpected();
      }
    }
  }

  private void onSettings() {
    if (ready) {
      throw view.unexpected();
    }
    engine.onPeerSettings(PeerSettings.decode(view));
    ready = true;
    if (calls instanceof ClientCalls clientCalls) {
      clientCalls.onSettings();
    } else {
      control.settings();
    }
    setup.listener().onReady(this);
  }

  private void onGoaway() {
    tellShutdown(StatusCode.UNAVAILABLE, drain.onGoaway(view));
  }

  private void onCancelled() {
    boolean neverSeen = view.onlyFlag(Wire.FLAG_NEVER_SEEN);
    if (!(calls instanceof ClientCalls clientCalls)
        || view.payloadBytes() != Wire.CANCELLED_BYTES) {
      throw view.unexpected();
    }
    clientCalls.onCancelled(view.longAt(0), neverSeen);
  }

  private final class Listener implements BraidListener {
    @Override
    public void onMessage(long sequence, MemorySegment frame, int length) {
      StreamEngine.this.onMessage(frame, length);
    }

    @Override
    public void onWritable() {
      engine.onWritable();
    }

    @Override
    public void sendOnLifeline(byte[] frame) {
      setup.host().sendOnLifeline(frame);
    }

    @Override
    public void onNothingCarried() {
      setup.host().onNothingCarried();
    }

    @Override
    public void onPeerPorts() {
      setup.host().onPeerPorts();
    }

    @Override
    public void onFailed(String cause, boolean peerGone) {
      end(drain.isSettled() ? SHUT_DOWN : cause, peerGone);
    }

    @Override
    public void onClosed() {
      setup.host().onClosed();
    }
  }
}
