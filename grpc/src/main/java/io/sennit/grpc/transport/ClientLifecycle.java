// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.DisconnectError;
import io.grpc.internal.ManagedClientTransport;
import java.util.function.Consumer;

/**
 * The life of a client's transport as gRPC's channel hears it: connecting, ready, shut down,
 * terminated, each at most once and in this order. Safe from any thread.
 */
final class ClientLifecycle {
  private enum Phase {
    CONNECTING,
    READY,
    SHUT_DOWN,
    TERMINATED
  }

  private final SynchronizationContext context;
  private final ManagedClientTransport.Listener listener;
  private final LateCalls late;
  private Phase phase = Phase.CONNECTING;

  /** @param late gets the calls that come after the shutdown */
  ClientLifecycle(
      SynchronizationContext context, ManagedClientTransport.Listener listener, LateCalls late) {
    this.context = context;
    this.listener = listener;
    this.late = late;
  }

  /** The session is there; {@code adopt} gets the attributes as gRPC's filters leave them. */
  void ready(Attributes attributes, Consumer<Attributes> adopt) {
    context.execute(() -> {
      if (phase == Phase.CONNECTING) {
        adopt.accept(listener.filterTransport(attributes));
        phase = Phase.READY;
        listener.transportReady();
      }
    });
  }

  /** No new calls; only the first cause counts. */
  void shutDown(Status cause, DisconnectError error) {
    late.begin(cause);
    context.execute(() -> enterShutdown(cause, error));
  }

  /** Every call has ended. */
  void terminated(Status causeIfNoneYet, DisconnectError error) {
    late.begin(causeIfNoneYet);
    context.execute(() -> {
      enterShutdown(causeIfNoneYet, error);
      if (phase != Phase.TERMINATED) {
        phase = Phase.TERMINATED;
        listener.transportTerminated();
      }
    });
  }

  private void enterShutdown(Status cause, DisconnectError error) {
    if (phase == Phase.CONNECTING || phase == Phase.READY) {
      phase = Phase.SHUT_DOWN;
      listener.transportShutdown(cause, error);
    }
  }
}
