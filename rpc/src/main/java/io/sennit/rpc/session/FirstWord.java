// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;

/**
 * Tells a server's end of a session when the client has been heard over the strands.
 *
 * @param listener the session's own
 */
record FirstWord(SessionListener listener, SessionEnd end, StreamHost host)
    implements SessionListener {
  @Override
  public void onReady(Session session) {
    host.execute(end::heard);
    listener.onReady(session);
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {
    listener.onShutdown(code, cause);
  }

  @Override
  public void onTerminated() {
    listener.onTerminated();
  }

  @Override
  public boolean runsUserCode() {
    return listener.runsUserCode();
  }
}
