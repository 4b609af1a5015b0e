// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call with any number of messages each way, in blocking style: meant for virtual threads, good
 * for platform threads too.
 *
 * <p>One thread may send while another receives; neither side may be used by two threads at once.
 * {@link #cancel} and {@link #close} are safe from any thread. Whoever opens it closes it: closing
 * before the end cancels the call. Bodies received belong to the receiver.
 */
public final class ClientStream<Q, R> implements AutoCloseable, Iterable<R> {
  private final Link link;
  private final Codec<Q> requests;
  private final Codec<R> responses;
  private final Inbox inbox;
  private final SendGate gate;
  private final RpcStream stream;
  private volatile Metadata headers = Metadata.EMPTY;
  private volatile @Nullable StreamEnd end;

  ClientStream(Link link, Method<Q, R> method, OpenCall open) {
    this.link = link;
    requests = method.requests();
    responses = method.responses();
    inbox = new Inbox(link::waiter);
    gate = new SendGate(link::waiter);
    stream = link.session().open(open, new Events());
    stream.requestAhead(Inbox.AHEAD_MESSAGES);
  }

  /**
   * Sends a message; waits while the server takes none. A body stays the caller's to close.
   *
   * @throws RpcException if the call has ended, even OK: the server did not wait for this message
   */
  public void send(Q message) {
    await(() -> {
      gate.pass(() -> end != null || stream.isReady());
      return null;
    });
    StreamEnd ended = end;
    if (ended != null) {
      throw failure(ended);
    }
    stream.sendMessage(Marshaller.toBody(requests, message, link));
  }

  /** No more messages from this side. */
  public void halfClose() {
    stream.halfClose();
  }

  /**
   * Waits for the next message; empty after the last one if the call ended OK.
   *
   * @throws RpcException if the call ended otherwise
   */
  public Optional<R> next() {
    Body body = await(() -> inbox.take(stream));
    if (body != null) {
      return Optional.of(Marshaller.fromBody(responses, body));
    }
    StreamEnd ended = end;
    if (ended != null && ended.code() != StatusCode.OK) {
      throw failure(ended);
    }
    return Optional.empty();
  }

  /**
   * Half-closes and waits for the one answer of a call that sends many messages.
   *
   * @throws RpcException if the call failed, or the server did not answer exactly once
   */
  public R result() {
    halfClose();
    R first = next().orElseThrow(() -> answers("no answer"));
    if (next().isPresent()) {
      cancel();
      throw answers("more than one answer");
    }
    return first;
  }

  /** The rest of the messages; the iterator throws what {@link #next} throws. */
  @Override
  public Iterator<R> iterator() {
    return new MessageIterator<>(this::next);
  }

  /** The server's headers as far as they have come: all of them once a message has. */
  public Metadata headers() {
    return headers;
  }

  /** What the server sent with the status; empty before the end. */
  public Metadata trailers() {
    StreamEnd ended = end;
    return ended == null ? Metadata.EMPTY : ended.trailers();
  }

  /** Ends the call CANCELLED at once, unless it has ended. */
  public void cancel() {
    stream.cancel(StatusCode.CANCELLED, "cancelled by its caller");
  }

  /** Cancels the call unless it has ended, and closes bodies that were not received. */
  @Override
  public void close() {
    if (end == null) {
      cancel();
    }
    inbox.drop();
  }

  private @Nullable Body await(Waiting waiting) {
    try {
      return waiting.run();
    } catch (InterruptedException e) {
      cancel();
      Thread.currentThread().interrupt();
      throw new RpcException(StatusCode.CANCELLED, "the caller was interrupted", Executed.MAYBE);
    }
  }

  private static RpcException failure(StreamEnd ended) {
    return ended.code() == StatusCode.OK
        ? new RpcException(
            StatusCode.FAILED_PRECONDITION, "the call has ended OK", ended.executed())
        : RpcException.of(ended);
  }

  private static RpcException answers(String what) {
    return new RpcException(StatusCode.INTERNAL, what + " where one was due", Executed.YES);
  }

  private interface Waiting {
    @Nullable
    Body run() throws InterruptedException;
  }

  private final class Events implements StreamListener {
    @Override
    public void onHeaders(Metadata newHeaders) {
      headers = newHeaders;
    }

    @Override
    public void onMessage(Body message) {
      inbox.put(message);
    }

    @Override
    public void onReady() {
      gate.open();
    }

    @Override
    public void onClosed(StreamEnd how) {
      end = how;
      inbox.complete();
      gate.open();
    }
  }
}
