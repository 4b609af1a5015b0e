// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.Body;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;

/** Carries the engine's news of one call from the loop thread into the stream's context. */
record ServerStreamInbound(SennitServerTransport transport, SennitServerStream.State state)
    implements StreamListener {
  @Override
  public void onMessage(Body message) {
    transport.onActivity();
    state.execute(() -> state.messageArrived(message));
  }

  @Override
  public void onHalfClose() {
    state.execute(state::halfClosed);
  }

  @Override
  public void onReady() {
    state.execute(state::ready);
  }

  @Override
  public void onClosed(StreamEnd end) {
    state.execute(() -> state.ended(end));
    transport.streamClosed();
  }
}
