// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.direct;

import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.MessageLimit;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One side of a call; its state belongs to the session's loop. */
final class DirectStream implements RpcStream {
  /** A stream is ready while fewer bytes than these are on their way. */
  static final long READY_BYTES = 64 * 1024;

  private final DirectSession session;
  private final AtomicLong bytesUnderWay = new AtomicLong();
  private final Deque<Body> inbox = new ArrayDeque<>();
  private @Nullable StreamListener listener;
  private @Nullable DirectStream peer;
  private @Nullable StreamEnd peersEnd;
  private MessageLimit limit = MessageLimit.NONE;
  private int requested;
  private boolean halfCloseDue;
  private boolean closed;
  private boolean wasUnready;

  DirectStream(DirectSession session) {
    this.session = session;
  }

  void join(DirectStream other, StreamListener ownListener) {
    peer = other;
    listener = ownListener;
  }

  @Override
  public void sendHeaders(Metadata metadata) {
    run(() -> peer().hear(l -> l.onHeaders(metadata)));
  }

  @Override
  public void sendMessage(Body message) {
    bytesUnderWay.addAndGet(message.length());
    run(() -> peer().receive(message));
  }

  @Override
  public void halfClose() {
    run(() -> {
      peer().halfCloseDue = true;
      peer().deliver();
    });
  }

  @Override
  public void end(StatusCode code, String description, Metadata trailers) {
    end(new StreamEnd(code, description, trailers, Executed.YES, false));
  }

  @Override
  public void decline(StatusCode code, String description) {
    end(StreamEnd.local(code, description, Executed.NO));
  }

  private void end(StreamEnd forPeer) {
    run(() -> {
      peer().peersEnd = forPeer;
      peer().deliver();
      close(StreamEnd.local(StatusCode.OK, "", forPeer.executed()));
    });
  }

  @Override
  public void cancel(StatusCode code, String description) {
    run(() -> cancelNow(code, description));
  }

  private void cancelNow(StatusCode code, String description) {
    close(StreamEnd.local(code, description, Executed.MAYBE));
    peer().close(new StreamEnd(StatusCode.CANCELLED, "", Metadata.EMPTY, Executed.MAYBE, true));
  }

  @Override
  public void request(int messages) {
    run(() -> {
      requested += messages;
      deliver();
    });
  }

  @Override
  public boolean isReady() {
    boolean ready = bytesUnderWay.get() < READY_BYTES;
    if (!ready) {
      run(this::tellWhenReady);
    }
    return ready;
  }

  private void tellWhenReady() {
    wasUnready = true;
    delivered(0); // What was asked about may be over by now.
  }

  @Override
  public void maxInboundMessage(MessageLimit newLimit) {
    limit = newLimit;
  }

  @Override
  public long deadlineNanos() {
    return 0;
  }

  @Override
  public boolean hasDeadline() {
    return false;
  }

  @Override
  public DirectSession session() {
    return session;
  }

  /** Ends this side; on the loop. */
  void close(StreamEnd end) {
    if (closed) {
      return;
    }
    closed = true;
    inbox.forEach(Body::close);
    inbox.clear();
    if (listener != null) {
      listener.onClosed(end);
    }
    session.closed(this);
  }

  private void receive(Body message) {
    if (closed || message.length() > limit.bytes() + limit.slackBytes()) {
      message.close();
      if (!closed) {
        cancelNow(StatusCode.RESOURCE_EXHAUSTED, "message too long");
      }
      return;
    }
    inbox.add(message);
    deliver();
  }

  private void deliver() {
    while (!closed && requested > 0 && !inbox.isEmpty()) {
      requested--;
      Body next = inbox.remove();
      long bytes = next.length();
      hear(l -> l.onMessage(next));
      peer().delivered(bytes);
    }
    if (closed || !inbox.isEmpty()) {
      return;
    }
    if (halfCloseDue) {
      halfCloseDue = false;
      hear(StreamListener::onHalfClose);
    }
    if (peersEnd != null) {
      close(peersEnd);
    }
  }

  private void delivered(long bytes) {
    bytesUnderWay.addAndGet(-bytes);
    if (wasUnready && bytesUnderWay.get() < READY_BYTES) {
      wasUnready = false;
      hear(StreamListener::onReady);
    }
  }

  private void hear(Consumer<StreamListener> news) {
    if (!closed && listener != null) {
      news.accept(listener);
    }
  }

  private DirectStream peer() {
    return Objects.requireNonNull(peer, "not joined");
  }

  private void run(Runnable task) {
    session.loop().execute(task);
  }
}
