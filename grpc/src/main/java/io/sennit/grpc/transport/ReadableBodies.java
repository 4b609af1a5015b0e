// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.Body;
import io.sennit.rpc.stream.Session;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Bodies of one stream that were given to gRPC and not closed by it. gRPC never closes some of a
 * call that is cancelled: those that wait in queues of the application's which nobody drains any
 * more. Safe from any thread.
 */
final class ReadableBodies {
  private final Session session;
  private final Set<BodyReadableBuffer> open = new LinkedHashSet<>();

  ReadableBodies(Session session) {
    this.session = session;
  }

  Session session() {
    return session;
  }

  /** A received body for gRPC, which closes it, as a rule. */
  BodyReadableBuffer give(Body body) {
    BodyReadableBuffer buffer = new BodyReadableBuffer(body, this);
    if (body.isRegisteredIn(session.bodies())) {
      synchronized (open) {
        open.add(buffer);
      }
      session.bodies().enter(buffer);
    }
    return buffer;
  }

  /** It holds no registered memory any more. */
  void left(BodyReadableBuffer buffer) {
    synchronized (open) {
      open.remove(buffer);
    }
    session.bodies().leave(buffer);
  }

  /** The call is over for the application: whatever it may still read lies on the heap. */
  void cancelled() {
    List<BodyReadableBuffer> left;
    synchronized (open) {
      left = List.copyOf(open);
    }
    left.forEach(BodyReadableBuffer::abandon);
  }
}
