// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.KeepAliveManager.KeepAlivePinger;
import io.sennit.rpc.stream.Session;

/** Asks a client whether it is still there, and ends its session if it is not. */
record ServerPinger(Session session, Runnable onAnswer) implements KeepAlivePinger {
  @Override
  public void ping() {
    session.ping(
        (roundTripNanos, failure) -> failure.ifPresentOrElse(session::shutdownNow, onAnswer));
  }

  @Override
  public void onPingTimeout() {
    session.shutdownNow("Keepalive failed. The connection is likely gone");
  }
}
