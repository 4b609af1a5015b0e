// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.stream.RpcStream;

/**
 * Which of the bytes given to the engine gRPC may count as sent: all while the stream is ready,
 * none while it is not. So gRPC's isReady and onReady follow the engine's. Confined to the stream's
 * context; {@code onReady} of the engine must come through the same context, or a wake-up is lost.
 */
final class OutboundFlow {
  private int waitingBytes;

  /** Bytes were given to the engine; returns those to count as sent now. */
  int onGiven(RpcStream stream, int bytes) {
    waitingBytes += bytes;
    return stream.isReady() ? onReady() : 0;
  }

  /** The engine is ready again; returns the bytes to count as sent now. */
  int onReady() {
    int sent = waitingBytes;
    waitingBytes = 0;
    return sent;
  }
}
