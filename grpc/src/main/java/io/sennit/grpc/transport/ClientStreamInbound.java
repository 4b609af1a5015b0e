// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;

/** Carries the engine's news of one call from the loop thread into the stream's context. */
record ClientStreamInbound(
    SennitClientTransport transport, SennitClientStream.State state, boolean countedForInUse)
    implements StreamListener {
  @Override
  public void onHeaders(Metadata headers) {
    transport.connection().onActivity();
    state.execute(() -> state.headersArrived(headers));
  }

  @Override
  public void onMessage(Body message) {
    transport.connection().onActivity();
    state.execute(() -> state.messageArrived(message));
  }

  @Override
  public void onReady() {
    state.execute(state::ready);
  }

  @Override
  public void onClosed(StreamEnd end) {
    state.execute(() -> state.ended(end, transport.statusOf(end), transport.progressOf(end)));
    transport.connection().callClosed(countedForInUse);
  }
}
