// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Attributes;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.InternalLogId;
import io.grpc.SecurityLevel;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.GrpcAttributes;
import io.grpc.internal.ObjectPool;
import io.grpc.internal.ServerTransport;
import io.grpc.internal.ServerTransportListener;
import io.sennit.base.Clock;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's session, as gRPC's server drives it. Safe from any thread. */
final class SennitServerTransport implements ServerTransport {
  private static final Logger LOG = LoggerFactory.getLogger(SennitServerTransport.class);

  private final Session session;
  private final ServerSettings settings;
  private final List<? extends ServerStreamTracer.Factory> tracers;
  private final CallPermits permits;
  private final InternalLogId logId;
  private final ObjectPool<ScheduledExecutorService> timers;
  private final ScheduledExecutorService scheduler;
  private final TransportCounters counters = new TransportCounters(false);
  private final SynchronizationContext context =
      new SynchronizationContext((thread, failure) -> LOG.error("A timer threw", failure));
  private final UseTracker active = new UseTracker(context, this::onUse);
  private final KeepAlive keepAlive;
  private final AgeTimer ageTimer;
  private @Nullable CallAdmission admission;
  private @Nullable ServerTransportListener listener;

  SennitServerTransport(
      Session session,
      ServerSettings settings,
      List<? extends ServerStreamTracer.Factory> tracers,
      CallPermits permits) {
    this.session = session;
    this.settings = settings;
    this.tracers = tracers;
    this.permits = permits;
    logId = InternalLogId.allocate(getClass(), session.info().remoteAddress().toString());
    timers = settings.timing().timers();
    scheduler = timers.getObject();
    Clock clock = settings.timing().clock();
    KeepAlive.Pinger pinger =
        new KeepAlive.Pinger(new ServerPinger(session, this::onActivity), counters);
    keepAlive = new KeepAlive(pinger, settings.keepAlive(), clock, scheduler);
    ageTimer = new AgeTimer(settings.age(), session, clock, scheduler);
  }

  /** gRPC's server has taken the transport; before any call, on the loop thread. */
  void begin(ServerTransportListener transportListener) {
    listener = transportListener;
    Attributes attributes = transportListener.transportReady(attributes());
    List<ServerStreamTracer.Factory> all =
        new ArrayList<>(ServerCallCounter.addTo(tracers, counters));
    all.add(permits);
    admission = new CallAdmission(transportListener, settings, all, attributes, permits);
    keepAlive.onStarted();
    ageTimer.start();
  }

  /** The session and all its calls have ended; last, on the loop thread. */
  void terminated() {
    keepAlive.onTerminated();
    ageTimer.onTerminated();
    if (listener != null) {
      listener.transportTerminated();
    }
    timers.returnObject(scheduler);
  }

  /** A call came; on the loop thread. */
  StreamListener accept(RpcStream stream, IncomingCall call) {
    if (admission == null) {
      throw new IllegalStateException("a call before its session was ready");
    }
    onActivity();
    return admission.admit(this, stream, call);
  }

  void onActivity() {
    keepAlive.onActivity();
  }

  void streamOpened() {
    active.onOpened();
  }

  void streamClosed() {
    active.onClosed();
  }

  Session session() {
    return session;
  }

  @Override
  public void shutdown() {
    session.shutdown();
  }

  @Override
  public void shutdownNow(Status reason) {
    session.shutdownNow(StatusCodec.descriptionOf(reason));
  }

  @Override
  public ScheduledExecutorService getScheduledExecutorService() {
    return scheduler;
  }

  @Override
  public ListenableFuture<SocketStats> getStats() {
    return Futures.immediateFuture(
        counters.stats(session.info().localAddress(), session.info().remoteAddress()));
  }

  @Override
  public InternalLogId getLogId() {
    return logId;
  }

  @Override
  public String toString() {
    return logId.toString();
  }

  private void onUse(boolean inUse) {
    keepAlive.onUse(inUse);
    ageTimer.onUse(inUse);
  }

  private Attributes attributes() {
    Attributes honest = Attributes.newBuilder()
        .set(GrpcAttributes.ATTR_SECURITY_LEVEL, SecurityLevel.NONE)
        .build();
    return SessionAttributes.add(honest, session);
  }
}
