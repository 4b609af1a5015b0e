// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;

/** How calls of one method reach its handler. Called on loop threads. */
interface Route {
  /** Takes over a call; does not block. */
  StreamListener accept(RpcStream stream, IncomingCall call, Link link);

  /** Whether the handler runs on the loop thread. */
  boolean isDirect();
}
