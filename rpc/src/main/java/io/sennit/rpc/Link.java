// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.LineThrottle;
import io.sennit.rpc.session.LoopWaiter;
import io.sennit.rpc.session.SessionLoop;
import io.sennit.rpc.stream.Session;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session and the loop that runs it: what blocking callers need. Safe from any thread.
 *
 * @param session carries the calls
 * @param loop runs the session
 */
record Link(Session session, SessionLoop loop) {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final LineThrottle LINES = new LineThrottle(1_000_000_000);

  LoopWaiter waiter() {
    return loop.waiter();
  }

  /** Refuses to block where that would be for ever. */
  void requireMayBlock() {
    if (!loop.mayWait()) {
      throw new IllegalStateException("a blocking call inside a direct handler, or any handler of a"
          + " simulated host, would wait for itself; use callAsync");
    }
  }

  /** Registered memory to send; waits for room, bounded, but never on the loop itself. */
  Body allocate(long bytes) {
    return allocate(bytes, false);
  }

  /** Registered memory for answers to land in; waits for room like {@link #allocate}. */
  Body allocateTarget(long bytes) {
    return allocate(bytes, true);
  }

  private Body allocate(long bytes, boolean target) {
    Optional<Body> body = tryAllocate(bytes, target);
    long deadlineNanos = loop.clock().nanoTime() + session.bodies().config().waitNanos();
    while (body.isEmpty() && loop.mayWait() && loop.clock().nanoTime() - deadlineNanos < 0) {
      LoopWaiter waiter = waiter();
      session.bodies().whenRoom(waiter::signal);
      body = tryAllocate(bytes, target);
      if (body.isEmpty()) {
        await(waiter, deadlineNanos);
        body = tryAllocate(bytes, target);
      }
    }
    if (body.isEmpty()) {
      throw exhausted(bytes, target);
    }
    return body.get();
  }

  private RpcException exhausted(long bytes, boolean target) {
    String cause = "no registered memory for " + bytes + " bytes: close bodies, or raise "
        + (target ? "bodies.receiveBytes" : "bodies.sendBytes");
    long heldBack = LINES.ask(loop.clock().nanoTime());
    if (heldBack != LineThrottle.HELD_BACK) {
      LOG.warn("{}; {} such lines were held back", cause, heldBack);
    }
    return new RpcException(StatusCode.RESOURCE_EXHAUSTED, cause, Executed.NO);
  }

  private Optional<Body> tryAllocate(long bytes, boolean target) {
    BodyPool pool = session.bodies();
    return target ? pool.allocateToReceive(bytes) : pool.allocateToSend(bytes);
  }

  private static void await(LoopWaiter waiter, long deadlineNanos) {
    try {
      waiter.await(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RpcException(
          StatusCode.CANCELLED, "interrupted while waiting for registered memory", Executed.NO);
    }
  }
}
