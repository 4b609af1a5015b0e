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
  public StreamListener accept(RpcStream stream, IncomingCall incoming, Link link, Entry entry) {
    ServerStream<Q, R> call = new ServerStream<>(stream, link, incoming, executor, method);
    if (!entry.isRefusedToWait()) {
      stream.requestAhead(Inbox.AHEAD_MESSAGES);
      hand(stream, call, entry);
    }
    return call.events(entry);
  }

  private void hand(RpcStream stream, ServerStream<Q, R> call, Entry entry) {
    try {
      executor.execute(() -> startIfWorthwhile(stream, call, entry));
    } catch (RejectedExecutionException e) {
      stream.decline(StatusCode.UNAVAILABLE, "the server's executor takes no more calls");
    }
  }

  /** Whatever is thrown before the handler runs: the caller waits for an end. */
  private void startIfWorthwhile(RpcStream stream, ServerStream<Q, R> call, Entry entry) {
    boolean sound = false;
    try {
      if (!entry.isRefusedToRun()) {
        call.run(handler);
      }
      sound = true;
    } finally {
      if (!sound) {
        stream.cancel(StatusCode.INTERNAL, "the call could not be handed to its handler");
      }
    }
  }
}
