// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** Feeds a transport's counters from one call of its server. */
final class ServerCallCounter extends ServerStreamTracer {
  private final TransportCounters counters;

  private ServerCallCounter(TransportCounters counters) {
    this.counters = counters;
    counters.onStarted();
  }

  static List<ServerStreamTracer.Factory> addTo(
      List<? extends ServerStreamTracer.Factory> factories, TransportCounters counters) {
    List<ServerStreamTracer.Factory> more = new ArrayList<>(factories);
    more.add(new ServerStreamTracer.Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new ServerCallCounter(counters);
      }
    });
    return List.copyOf(more);
  }

  @Override
  public void outboundMessageSent(int sequence, long wireBytes, long bytes) {
    counters.onSent();
  }

  @Override
  public void inboundMessage(int sequence) {
    counters.onReceived();
  }

  @Override
  public void streamClosed(Status status) {
    counters.onClosed(status);
  }
}
