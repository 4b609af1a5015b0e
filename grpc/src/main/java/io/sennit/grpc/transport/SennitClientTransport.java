// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Grpc;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.InternalLogId;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.ConnectionClientTransport;
import io.grpc.internal.DisconnectError;
import io.grpc.internal.FailingClientStream;
import io.grpc.internal.KeepAliveManager.ClientKeepAlivePinger;
import io.grpc.internal.SimpleDisconnectError;
import io.grpc.internal.StatsTraceContext;
import io.sennit.rpc.Executed;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One session, as gRPC's channel drives it. Safe from any thread once it was started. */
final class SennitClientTransport
    implements ConnectionClientTransport, ClientKeepAlivePinger.TransportWithDisconnectReason {
  private static final Status NOT_READY =
      Status.UNAVAILABLE.withDescription("The session is not ready yet");
  private static final Status CREDENTIALS_REFUSED = Status.UNAUTHENTICATED.withDescription(
      "Call credentials are refused and were not sent, since Sennit does not protect what it"
          + " sends yet (security level NONE); remove them from the call");

  private final PeerInfo peer;
  private final ClientSettings settings;
  private final SessionDialer dialer;
  private final ScheduledExecutorService scheduler;
  private final InternalLogId logId;
  private final LateCalls late;
  private final TransportCounters counters = new TransportCounters(true);
  private volatile Attributes attributes;
  private volatile @Nullable ClientConnection connection;
  private volatile @Nullable Status forcedStatus;

  SennitClientTransport(
      PeerInfo peer,
      ClientSettings settings,
      SessionDialer dialer,
      ScheduledExecutorService scheduler) {
    this.peer = peer;
    this.settings = settings;
    this.dialer = dialer;
    this.scheduler = scheduler;
    late = new LateCalls(settings.timing().clock(), scheduler);
    logId = InternalLogId.allocate(getClass(), peer.address().toString());
    attributes = peer.attributes();
  }

  @Override
  public @Nullable Runnable start(Listener listener) {
    ClientConnection starting = new ClientConnection(
        listener,
        late,
        session -> peer.attributes(session),
        filtered -> attributes = filtered,
        keepAlive());
    connection = starting;
    starting.dial(dialer, peer.address());
    return null;
  }

  private KeepAlive keepAlive() {
    KeepAlive.Pinger pinger = new KeepAlive.Pinger(new ClientKeepAlivePinger(this), counters);
    return new KeepAlive(pinger, settings.keepAlive(), settings.timing().clock(), scheduler);
  }

  @Override
  public ClientStream newStream(
      MethodDescriptor<?, ?> method,
      Metadata headers,
      CallOptions options,
      ClientStreamTracer[] tracers) {
    if (options.getCredentials() != null) {
      return new FailingClientStream(CREDENTIALS_REFUSED, tracers);
    }
    ClientConnection over = connection();
    Session session = over.session();
    if (over.shutdownStatus() != null) {
      return late.newStream(tracers);
    }
    if (session == null) {
      return new FailingClientStream(NOT_READY, RpcProgress.MISCARRIED, tracers);
    }
    StatsTraceContext stats = StatsTraceContext.newClientContext(
        ClientCallCounter.addTo(tracers, counters), getAttributes(), headers);
    return new SennitClientStream(
        this, session, method, stats, new SennitClientStream.CallHead(headers, options));
  }

  @Override
  public void ping(PingCallback callback, Executor executor) {
    Session session = connection().session();
    if (session == null) {
      Status refusal = connection().shutdownStatus();
      executor.execute(() -> callback.onFailure(refusal != null ? refusal : NOT_READY));
      return;
    }
    session.ping((roundTripNanos, failure) -> executor.execute(() -> failure.ifPresentOrElse(
        cause -> callback.onFailure(Status.UNAVAILABLE.withDescription(cause)), () -> {
          connection().onActivity();
          callback.onSuccess(roundTripNanos);
        })));
  }

  @Override
  public void shutdown(Status reason) {
    connection().shutdown(reason);
  }

  @Override
  public void shutdownNow(Status reason) {
    shutdownNow(reason, SimpleDisconnectError.SUBCHANNEL_SHUTDOWN);
  }

  @Override
  public void shutdownNow(Status reason, DisconnectError error) {
    forcedStatus = reason;
    connection().shutdownNow(reason, error);
  }

  @Override
  public Attributes getAttributes() {
    return attributes;
  }

  @Override
  public InternalLogId getLogId() {
    return logId;
  }

  @Override
  public ListenableFuture<SocketStats> getStats() {
    Attributes now = attributes;
    return Futures.immediateFuture(counters.stats(
        now.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR), now.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
  }

  @Override
  public String toString() {
    return logId.toString();
  }

  PeerInfo peer() {
    return peer;
  }

  ClientSettings settings() {
    return settings;
  }

  /** The uses of this transport; only after {@link #start}. */
  ClientConnection connection() {
    ClientConnection started = connection;
    if (started == null) {
      throw new IllegalStateException("not started");
    }
    return started;
  }

  /**
   * What gRPC's retries may conclude from an end. A call that was refused because this transport
   * ends may be repeated as often as it takes; one that a live transport refused, once.
   */
  RpcProgress progressOf(StreamEnd end) {
    RpcProgress progress = StatusCodec.progressOf(end);
    boolean over = connection().shutdownStatus() != null;
    return progress == RpcProgress.REFUSED && over ? RpcProgress.MISCARRIED : progress;
  }

  /** How a call ended; one that this side killed with the session ends as gRPC wants it to. */
  Status statusOf(StreamEnd end) {
    Status forced = forcedStatus;
    if (forced != null && end.executed() != Executed.YES && !end.cancelledByPeer()) {
      return forced;
    }
    return StatusCodec.statusOf(end);
  }
}
