// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;

/** Hears of a call that was ended before gRPC's server saw it. */
enum RefusedCall implements StreamListener {
  INSTANCE;

  @Override
  public void onHeaders(Metadata headers) {}

  @Override
  public void onMessage(Body message) {
    message.close();
  }

  @Override
  public void onHalfClose() {}

  @Override
  public void onReady() {}

  @Override
  public void onClosed(StreamEnd end) {}
}
