// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.DisconnectError;
import io.grpc.internal.ManagedClientTransport;
import io.grpc.internal.SimpleDisconnectError;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of a client's transport, from the dialling to its end, and who uses it. Safe from any
 * thread.
 */
final class ClientConnection implements SessionListener {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private final SynchronizationContext context =
      new SynchronizationContext((thread, failure) -> LOG.error("A listener threw", failure));
  private final LateCalls late;
  private final ClientLifecycle lifecycle;
  private final Function<Session, Attributes> describe;
  private final Consumer<Attributes> adopt;
  private final KeepAlive keepAlive;
  private final UseTracker inUse;
  private final UseTracker active;
  private volatile @Nullable Runnable giveUp;
  private volatile @Nullable Session session;
  private volatile boolean closing;

  /**
   * @param late gets the calls that come after the shutdown
   * @param describe the transport's attributes
   * @param adopt takes the attributes as gRPC's filters leave them
   */
  ClientConnection(
      ManagedClientTransport.Listener listener,
      LateCalls late,
      Function<Session, Attributes> describe,
      Consumer<Attributes> adopt,
      KeepAlive keepAlive) {
    this.late = late;
    lifecycle = new ClientLifecycle(context, listener, late);
    this.describe = describe;
    this.adopt = adopt;
    this.keepAlive = keepAlive;
    inUse = new UseTracker(context, listener::transportInUse);
    active = new UseTracker(context, keepAlive::onUse);
  }

  void dial(SessionDialer dialer, SocketAddress address) {
    Runnable dialled = dialer.dial(address, this);
    giveUp = dialled;
    if (closing) {
      dialled.run(); // The order to shut down did not see it.
    }
  }

  /** Null until it is ready. */
  @Nullable
  Session session() {
    return session;
  }

  /** Why no new calls are possible; null while they are. */
  @Nullable
  Status shutdownStatus() {
    return late.cause();
  }

  void shutdown(Status reason) {
    lifecycle.shutDown(reason, SimpleDisconnectError.SUBCHANNEL_SHUTDOWN);
    closing = true;
    Session established = session;
    if (established != null) {
      established.shutdown();
    } else {
      giveUp();
    }
  }

  void shutdownNow(Status reason, DisconnectError error) {
    lifecycle.shutDown(reason, error);
    closing = true;
    Session established = session;
    if (established != null) {
      established.shutdownNow(StatusCodec.descriptionOf(reason));
    } else {
      giveUp();
    }
  }

  void callOpened(boolean countedForInUse) {
    active.onOpened();
    if (countedForInUse) {
      inUse.onOpened();
    }
  }

  void callClosed(boolean countedForInUse) {
    active.onClosed();
    if (countedForInUse) {
      inUse.onClosed();
    }
  }

  void onActivity() {
    keepAlive.onActivity();
  }

  @Override
  public void onReady(Session ready) {
    session = ready;
    if (closing) {
      ready.shutdown(); // The order to shut down did not see the session.
    }
    keepAlive.onStarted();
    lifecycle.ready(describe.apply(ready), adopt);
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {
    lifecycle.shutDown(unavailable(code, cause), SimpleDisconnectError.UNKNOWN);
  }

  @Override
  public void onTerminated() {
    keepAlive.onTerminated();
    lifecycle.terminated(
        Status.UNAVAILABLE.withDescription("The session ended"), SimpleDisconnectError.UNKNOWN);
  }

  /** A call may have a direct executor. */
  @Override
  public boolean runsUserCode() {
    return true;
  }

  private void giveUp() {
    Runnable dialled = giveUp;
    if (dialled != null) {
      dialled.run();
    }
  }

  /** A channel takes no OK for a reason. */
  private static Status unavailable(StatusCode code, String cause) {
    StatusCode reason = code == StatusCode.OK ? StatusCode.UNAVAILABLE : code;
    return StatusCodec.statusOf(reason, cause);
  }
}
