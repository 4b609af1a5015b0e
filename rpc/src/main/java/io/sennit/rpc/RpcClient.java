// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Clock;
import io.sennit.rpc.session.Target;
import io.sennit.rpc.stream.OpenCall;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Calls methods of one server. Safe from any thread; made once, shared, closed at the end.
 *
 * <p>Blocking methods suit both kinds of threads: a platform thread drives the event loop while it
 * waits, a virtual thread parks. Interruption cancels the call and shows as
 * {@link StatusCode#CANCELLED}, with the thread's interrupt flag set. In a direct handler, which
 * must not block, they throw {@link IllegalStateException}.
 *
 * <p>Ownership: bodies passed stay the caller's to close, bodies returned become the caller's. A
 * lost connection ends the calls on it; the next call dials again.
 */
public final class RpcClient implements AutoCloseable {
  private final Connection connection;
  private final Settings settings;

  RpcClient(Dialer dialer, Settings settings) {
    connection = new Connection(dialer);
    this.settings = settings;
  }

  /**
   * Connects to {@code host:port}, or {@code sennit:///host:port?option=value}.
   *
   * @throws IllegalArgumentException if the target is malformed, or its options are
   * @throws RpcException UNAVAILABLE with one sentence: what is wrong, where, what to do
   */
  public static RpcClient connect(String target) {
    return to(target).connect();
  }

  /** Begins a client of the server at that target; see {@link #connect(String)}. */
  public static RpcClientBuilder to(String target) {
    return new RpcClientBuilder(Target.parse(target));
  }

  /**
   * What a client is made with.
   *
   * @param clock measures how much of a deadline was spent on dialling
   * @param executor completes futures and runs what depends on them
   * @param drainNanos how long {@link #close} waits for calls in flight
   */
  record Settings(Clock clock, Executor executor, long drainNanos) {}

  /** Makes a call and waits for its answer. */
  public <Q, R> R call(Method<Q, R> method, Q request) {
    return call(method, request, CallOptions.DEFAULTS);
  }

  /**
   * Makes a call and waits for its answer.
   *
   * @throws RpcException if the call does not end OK
   */
  public <Q, R> R call(Method<Q, R> method, Q request, CallOptions options) {
    Prepared ready = prepare(method, options);
    UnaryCaller caller = new UnaryCaller(ready.link());
    Body body = Marshaller.toBody(method.requests(), request, ready.link());
    Body answer = caller.call(ready.open(), body);
    return Marshaller.fromBody(method.responses(), answer);
  }

  /** Makes a call; see {@link #callAsync(Method, Object, CallOptions)}. */
  public <Q, R> CompletableFuture<R> callAsync(Method<Q, R> method, Q request) {
    return callAsync(method, request, CallOptions.DEFAULTS);
  }

  /**
   * Makes a call without waiting for its answer; waits for registered memory at most. The future
   * fails with {@link RpcException}; cancelling it cancels the call. A request that is a body may
   * be closed at once; any other must not change until the future is done.
   */
  public <Q, R> CompletableFuture<R> callAsync(
      Method<Q, R> method, Q request, CallOptions options) {
    return new AsyncCaller(settings).call(connection, method, request, options);
  }

  /**
   * Makes a call whose answer lands in the target; see {@link #callInto(Method, Object, Body,
   * CallOptions)}.
   */
  public <Q> long callInto(Method<Q, Body> method, Q request, Body target) {
    return callInto(method, request, target, CallOptions.DEFAULTS);
  }

  /**
   * Makes a call whose answer lands at the head of the target: without a copy if the target came
   * from {@link #allocateTarget}, else with one. Returns when nobody can write into the target any
   * more. After an exception the peer may still do so: such a target is to be closed, not used
   * again.
   *
   * @return length of the answer; one longer than the target ends the call RESOURCE_EXHAUSTED
   * @throws IllegalStateException if an earlier call may still write into the target
   */
  public <Q> long callInto(Method<Q, Body> method, Q request, Body target, CallOptions options) {
    Prepared ready = prepare(method, options);
    TargetedCaller caller = new TargetedCaller(ready.link());
    Body body = Marshaller.toBody(method.requests(), request, ready.link());
    return caller.callInto(ready.open(), body, target);
  }

  /**
   * Makes a call whose answer is copied, once, to the head of a segment that the framework does not
   * know.
   *
   * @return length of the answer; one longer than the target ends the call RESOURCE_EXHAUSTED
   */
  public <Q> long callInto(Method<Q, Body> method, Q request, MemorySegment target) {
    Prepared ready = prepare(method, CallOptions.DEFAULTS);
    TargetedCaller caller = new TargetedCaller(ready.link());
    Body body = Marshaller.toBody(method.requests(), request, ready.link());
    return caller.callInto(ready.open(), body, target);
  }

  /** Opens a call with many messages; see {@link ClientStream}. The caller closes it. */
  public <Q, R> ClientStream<Q, R> open(Method<Q, R> method) {
    return open(method, CallOptions.DEFAULTS);
  }

  /** Opens a call with many messages; see {@link ClientStream}. The caller closes it. */
  public <Q, R> ClientStream<Q, R> open(Method<Q, R> method, CallOptions options) {
    Prepared ready = prepare(method, options);
    return new ClientStream<>(ready.link(), method, ready.open());
  }

  /**
   * Registered memory of the current connection to fill and send without a copy; waits for room,
   * bounded. The caller closes it.
   *
   * @param bytes 0 to {@link BodyPoolConfig#sendBytes()}
   * @throws IllegalArgumentException if they are not
   * @throws RpcException RESOURCE_EXHAUSTED if there is none, UNAVAILABLE if there is no connection
   */
  public Body allocate(long bytes) {
    return link(OpenCall.NO_TIMEOUT).allocate(bytes);
  }

  /**
   * Registered memory of the current connection for {@link #callInto}; waits for room, bounded. The
   * caller closes it.
   *
   * @param bytes 0 to {@link BodyPoolConfig#receiveBytes()}
   * @throws IllegalArgumentException if they are not
   * @throws RpcException RESOURCE_EXHAUSTED if there is none, UNAVAILABLE if there is no connection
   */
  public Body allocateTarget(long bytes) {
    return link(OpenCall.NO_TIMEOUT).allocateTarget(bytes);
  }

  /**
   * Finds memory that the server offers under this name, and sets apart for this client; a call, so
   * it waits like one. Asking again on one connection finds the same memory, a new connection finds
   * other memory.
   *
   * @throws RpcException NOT_FOUND if the server offers none
   */
  public RemoteMemory remoteMemory(String name) {
    Link link = link(OpenCall.NO_TIMEOUT);
    OpenCall open = CallOptions.DEFAULTS.open(RemoteAttachment.ATTACH.name(), 0);
    UnaryCaller caller = new UnaryCaller(link);
    Body request = Marshaller.toBody(RemoteAttachment.ATTACH.requests(), name, link);
    Body answer = caller.call(open, request);
    RemoteAttachment attachment = Marshaller.fromBody(RemoteAttachment.ATTACH.responses(), answer);
    return new RemoteMemory(link, attachment, settings.executor());
  }

  /** The server of the current connection. */
  public Peer peer() {
    return Peer.of(link(OpenCall.NO_TIMEOUT).session().info());
  }

  /** No more calls; waits for those in flight, bounded, then ends them UNAVAILABLE. */
  @Override
  public void close() {
    connection.close(settings.drainNanos());
  }

  Link link(long timeoutNanos) {
    Link link = connection.link(timeoutNanos);
    link.requireMayBlock();
    return link;
  }

  private Prepared prepare(Method<?, ?> method, CallOptions options) {
    long startNanos = settings.clock().nanoTime();
    Link link = link(options.timeoutNanos());
    long spentNanos = settings.clock().nanoTime() - startNanos;
    return new Prepared(link, options.open(method.name(), spentNanos));
  }

  /** A connection, and what the call will say on it. */
  private record Prepared(Link link, OpenCall open) {}
}
