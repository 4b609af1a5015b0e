// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Copies;
import io.sennit.rpc.session.EventLoop;
import io.sennit.rpc.stream.MessageLimit;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One side of a call between two loops of one process; everything happens on its own loop. */
final class LoopbackStream implements RpcStream {
  /** Messages that may wait at the other side before this side is told to slow down. */
  private static final int READY_MESSAGES = 8;

  private final Session session;
  private final EventLoop loop;
  private final ArrayDeque<Runnable> before = new ArrayDeque<>();
  private final ArrayDeque<Body> messages = new ArrayDeque<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private @Nullable LoopbackStream peer;
  private @Nullable StreamListener listener;
  private int requested;
  private boolean halfClosed;
  private boolean halfCloseTold;
  private @Nullable StreamEnd end;
  private boolean closed;

  LoopbackStream(Session session, EventLoop loop) {
    this.session = session;
    this.loop = loop;
  }

  /** On the loop, or before anybody else knows this side. */
  void connect(LoopbackStream other, StreamListener hears) {
    peer = other;
    listener = hears;
    before.forEach(Runnable::run);
    before.clear();
    advance();
  }

  @Override
  public void sendHeaders(Metadata metadata) {
    toPeer(other -> other.hears().onHeaders(metadata));
  }

  @Override
  public void sendMessage(Body message) {
    waiting.incrementAndGet();
    toPeer(other -> other.arrive(message));
  }

  @Override
  public void halfClose() {
    toPeer(other -> other.halfClosed = true);
  }

  @Override
  public void end(StatusCode code, String description, Metadata trailers) {
    end(new StreamEnd(code, description, trailers, Executed.YES, false));
  }

  @Override
  public void decline(StatusCode code, String description) {
    end(StreamEnd.local(code, description, Executed.NO));
  }

  private void end(StreamEnd told) {
    toPeer(other -> other.end = told);
    here(() -> close(StreamEnd.local(StatusCode.OK, "", told.executed())));
  }

  @Override
  public void cancel(StatusCode code, String description) {
    StreamEnd told =
        new StreamEnd(StatusCode.CANCELLED, "cancelled", Metadata.EMPTY, Executed.YES, true);
    toPeer(other -> other.close(told));
    here(() -> close(StreamEnd.local(code, description, Executed.MAYBE)));
  }

  @Override
  public void request(int more) {
    here(() -> {
      requested += more;
      advance();
    });
  }

  @Override
  public boolean isReady() {
    return waiting.get() < READY_MESSAGES;
  }

  @Override
  public void maxInboundMessage(MessageLimit limit) {}

  @Override
  public long deadlineNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean hasDeadline() {
    return false;
  }

  @Override
  public Session session() {
    return session;
  }

  private interface Delivery {
    void to(LoopbackStream other);
  }

  private void toPeer(Delivery delivery) {
    here(() -> {
      LoopbackStream other = other();
      other.loop.execute(() -> {
        delivery.to(other);
        other.advance();
      });
    });
  }

  /** In the order of the calls, and not before this side is connected. */
  private void here(Runnable task) {
    // Refused once the loop is closed: nobody is left to hear of it.
    boolean _ = loop.offer(() -> {
      if (listener == null) {
        before.add(task);
      } else {
        task.run();
      }
    });
  }

  private void arrive(Body message) {
    if (closed) {
      message.close();
    } else {
      messages.add(message);
    }
  }

  private void advance() {
    while (!closed && requested > 0 && !messages.isEmpty()) {
      requested--;
      deliver(messages.remove());
    }
    if (!closed && messages.isEmpty() && halfClosed && !halfCloseTold) {
      halfCloseTold = true;
      hears().onHalfClose();
    }
    StreamEnd told = end;
    if (messages.isEmpty() && told != null) {
      close(told);
    }
  }

  /** As a wire would: into memory of this side. */
  private void deliver(Body sent) {
    Body received = session.bodies().allocateToReceive(sent.length()).orElseThrow();
    Copies.copy(sent.segment(), 0, received.segment(), 0, sent.length());
    received.seal();
    sent.close();
    LoopbackStream other = other();
    if (other.waiting.getAndDecrement() == READY_MESSAGES) {
      other.loop.execute(() -> other.hears().onReady());
    }
    hears().onMessage(received);
  }

  private void close(StreamEnd how) {
    if (!closed) {
      closed = true;
      messages.forEach(Body::close);
      messages.clear();
      hears().onClosed(how);
    }
  }

  private StreamListener hears() {
    if (listener == null) {
      throw new IllegalStateException("not connected");
    }
    return listener;
  }

  private LoopbackStream other() {
    if (peer == null) {
      throw new IllegalStateException("not connected");
    }
    return peer;
  }
}
