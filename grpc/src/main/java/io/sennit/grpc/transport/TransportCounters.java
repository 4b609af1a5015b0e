// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.InternalChannelz.SocketOptions;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.InternalChannelz.TransportStats;
import io.grpc.Status;
import io.grpc.internal.TimeProvider;
import java.net.SocketAddress;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What channelz shows of a transport. gRPC's own counters want one thread, which these streams do
 * not have. Safe from any thread.
 */
final class TransportCounters {
  private static final long UNKNOWN_WINDOW = -1;

  private final TimeProvider time = TimeProvider.SYSTEM_TIME_PROVIDER;
  private final boolean client;
  private final LongAdder started = new LongAdder();
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder keepAlives = new LongAdder();
  private volatile long lastStartedNanos;
  private volatile long lastSentNanos;
  private volatile long lastReceivedNanos;

  TransportCounters(boolean client) {
    this.client = client;
  }

  void onStarted() {
    started.increment();
    lastStartedNanos = time.currentTimeNanos();
  }

  void onClosed(Status status) {
    (status.isOk() ? succeeded : failed).increment();
  }

  void onSent() {
    sent.increment();
    lastSentNanos = time.currentTimeNanos();
  }

  void onReceived() {
    received.increment();
    lastReceivedNanos = time.currentTimeNanos();
  }

  void onKeepAlive() {
    keepAlives.increment();
  }

  SocketStats stats(@Nullable SocketAddress local, @Nullable SocketAddress remote) {
    TransportStats data = new TransportStats(
        started.sum(),
        client ? lastStartedNanos : 0,
        client ? 0 : lastStartedNanos,
        succeeded.sum(),
        failed.sum(),
        sent.sum(),
        received.sum(),
        keepAlives.sum(),
        lastSentNanos,
        lastReceivedNanos,
        UNKNOWN_WINDOW,
        UNKNOWN_WINDOW);
    return new SocketStats(data, local, remote, new SocketOptions.Builder().build(), null);
  }
}
