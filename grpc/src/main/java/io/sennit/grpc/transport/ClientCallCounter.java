// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ClientStreamTracer;
import io.grpc.Status;
import java.util.Arrays;

/** Feeds a transport's counters from one call of its client. */
final class ClientCallCounter extends ClientStreamTracer {
  private final TransportCounters counters;

  private ClientCallCounter(TransportCounters counters) {
    this.counters = counters;
  }

  /** The tracers of a call and a counter. */
  static ClientStreamTracer[] addTo(ClientStreamTracer[] tracers, TransportCounters counters) {
    ClientStreamTracer[] more = Arrays.copyOf(tracers, tracers.length + 1);
    more[tracers.length] = new ClientCallCounter(counters);
    return more;
  }

  @Override
  public void outboundHeaders() {
    counters.onStarted();
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
