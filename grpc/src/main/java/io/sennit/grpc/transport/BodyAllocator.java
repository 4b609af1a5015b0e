// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.WritableBuffer;
import io.grpc.internal.WritableBufferAllocator;
import io.sennit.rpc.Body;
import io.sennit.rpc.stream.Session;
import java.util.Optional;

/**
 * Where gRPC's framer writes messages: a long one in registered memory of the session, from which
 * the peer fetches it; a short one on the heap, since it is copied into a slot anyway. When the
 * session has no memory left, the heap serves as well: the engine then makes the copy that was to
 * be saved, and bounds what waits. Safe from any thread.
 *
 * @param session whose memory it is
 * @param heapBytes longest buffer that is not worth registered memory
 */
record BodyAllocator(Session session, int heapBytes) implements WritableBufferAllocator {
  /** No shorter than the engine's default eager limit, up to which it copies in any case. */
  static final int DEFAULT_HEAP_BYTES = 32 * 1024;

  @Override
  public WritableBuffer allocate(int capacityHint) {
    int bytes = Math.max(capacityHint, 1);
    return registered(bytes)
        .map(BodyWritableBuffer::ofPool)
        .orElseGet(() -> BodyWritableBuffer.ofHeap(bytes));
  }

  private Optional<Body> registered(int bytes) {
    if (bytes <= heapBytes || bytes > session.bodies().config().sendBytes()) {
      return Optional.empty();
    }
    return session.bodies().allocateToSend(bytes);
  }
}
