// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;

/** How calls of one method reach its handler. Called on loop threads. */
interface Route {
  /**
   * Takes over a call; does not block.
   *
   * @param entry the way to the handler, which has begun and is ended with the call
   */
  StreamListener accept(RpcStream stream, IncomingCall call, Link link, Entry entry);

  /** Whether the handler runs on the loop thread. */
  boolean isDirect();
}
