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
  private boolean cancelled;

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
      session.bodies().enter(buffer);
    }
    boolean late;
    synchronized (open) {
      late = cancelled;
      open.add(buffer);
    }
    if (late) {
      buffer.abandon();
    }
    return buffer;
  }

  /** It holds no registered memory any more. */
  void leftPool(BodyReadableBuffer buffer) {
    session.bodies().leave(buffer);
  }

  /** What it holds comes back without gRPC, or has come back. */
  void left(BodyReadableBuffer buffer) {
    synchronized (open) {
      open.remove(buffer);
    }
  }

  /**
   * The call is over for the application: whatever it may still read lies on the heap, and counts
   * as held until nobody can read it any more.
   */
  void cancelled() {
    List<BodyReadableBuffer> left;
    synchronized (open) {
      cancelled = true;
      left = List.copyOf(open);
    }
    left.forEach(BodyReadableBuffer::abandon);
  }
}
