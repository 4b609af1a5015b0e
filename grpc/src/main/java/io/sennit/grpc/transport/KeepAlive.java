// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.KeepAliveManager;
import io.grpc.internal.KeepAliveManager.ClientKeepAlivePinger;
import io.grpc.internal.KeepAliveManager.KeepAlivePinger;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** gRPC's keep-alive of one transport, or none. Safe from any thread. */
final class KeepAlive {
  private final @Nullable KeepAliveManager manager;

  private KeepAlive(@Nullable KeepAliveManager manager) {
    this.manager = manager;
  }

  static KeepAlive ofClient(
      ClientKeepAlivePinger.TransportWithDisconnectReason transport,
      KeepAliveSettings settings,
      TransportCounters counters,
      ScheduledExecutorService scheduler) {
    return of(new ClientKeepAlivePinger(transport), settings, counters, scheduler);
  }

  static KeepAlive of(
      KeepAlivePinger pinger,
      KeepAliveSettings settings,
      TransportCounters counters,
      ScheduledExecutorService scheduler) {
    if (!settings.isOn()) {
      return new KeepAlive(null);
    }
    return new KeepAlive(new KeepAliveManager(
        new CountedPinger(pinger, counters),
        scheduler,
        settings.timeNanos(),
        settings.timeoutNanos(),
        settings.withoutCalls()));
  }

  void onStarted() {
    if (manager != null) {
      manager.onTransportStarted();
    }
  }

  void onUse(boolean active) {
    if (manager != null && active) {
      manager.onTransportActive();
    } else if (manager != null) {
      manager.onTransportIdle();
    }
  }

  void onActivity() {
    if (manager != null) {
      manager.onDataReceived();
    }
  }

  void onTerminated() {
    if (manager != null) {
      manager.onTransportTermination();
    }
  }

  private record CountedPinger(KeepAlivePinger pinger, TransportCounters counters)
      implements KeepAlivePinger {
    @Override
    public void ping() {
      counters.onKeepAlive();
      pinger.ping();
    }

    @Override
    public void onPingTimeout() {
      pinger.onPingTimeout();
    }
  }
}
