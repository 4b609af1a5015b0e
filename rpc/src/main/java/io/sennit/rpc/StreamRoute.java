// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Calls with many messages; the handler starts with the call.
 *
 * @param executor runs the handler, which may block
 */
record StreamRoute<Q, R>(Method<Q, R> method, StreamHandler<Q, R> handler, Executor executor)
    implements Route {
  @Override
  public boolean isDirect() {
    return false;
  }

  @Override
  public StreamListener accept(RpcStream stream, IncomingCall incoming, Link link) {
    ServerStream<Q, R> call = new ServerStream<>(stream, link, incoming, executor, method);
    stream.request(Inbox.AHEAD_MESSAGES);
    try {
      executor.execute(() -> call.run(handler));
    } catch (RejectedExecutionException e) {
      stream.end(
          StatusCode.UNAVAILABLE, "the server's executor takes no more calls", Metadata.EMPTY);
    }
    return call.events();
  }
}
