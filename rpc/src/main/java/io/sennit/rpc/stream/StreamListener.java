// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;

/**
 * What happens to one stream on the receiving side. Called on the session's loop thread, one call
 * at a time, in stream order; must not block and should not throw (a throw cancels the stream).
 */
public interface StreamListener {
  /** Hears of a call that no handler saw. */
  StreamListener NOBODY = new StreamListener() {
    @Override
    public void onMessage(Body message) {
      message.close();
    }

    @Override
    public void onClosed(StreamEnd end) {}
  };

  /** The server's headers: at most once, before messages; not called on the server's side. */
  default void onHeaders(Metadata headers) {}

  /** One message that was asked for by {@link RpcStream#request}. The listener must close it. */
  void onMessage(Body message);

  /** The peer sends no more messages; every one was given to {@link #onMessage} before. */
  default void onHalfClose() {}

  /** {@link RpcStream#isReady()} became true after it was false. */
  default void onReady() {}

  /** The end: once, last, always. */
  void onClosed(StreamEnd end);
}
