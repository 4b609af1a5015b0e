// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Permit;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The server's side of a call with many messages, in blocking style. One thread may send while
 * another receives. The call ends when the handler returns; bodies received belong to the handler.
 */
public final class ServerStream<Q, R> extends ServerCall implements Iterable<Q> {
  private final Codec<Q> requests;
  private final Codec<R> responses;
  private final Inbox inbox;
  private final SendGate gate;

  ServerStream(
      RpcStream stream, Link link, IncomingCall incoming, Executor executor, Method<Q, R> method) {
    super(stream, link, incoming, executor);
    requests = method.requests();
    responses = method.responses();
    inbox = new Inbox(link::waiter);
    gate = new SendGate(link::waiter);
  }

  /**
   * Waits for the client's next message; empty after its last one.
   *
   * @throws RpcException CANCELLED if the call has ended meanwhile
   */
  public Optional<Q> next() throws InterruptedException {
    Body body = inbox.take(stream());
    if (body != null) {
      return Optional.of(Marshaller.fromBody(requests, body));
    }
    requireLive();
    return Optional.empty();
  }

  /** The client's messages; the iterator throws what {@link #next} throws. */
  @Override
  public Iterator<Q> iterator() {
    return new MessageIterator<>(() -> {
      try {
        return next();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RpcException(StatusCode.CANCELLED, "the handler was interrupted");
      }
    });
  }

  /** Sends headers; at most once, before any message. */
  public void sendHeaders(Metadata headers) {
    stream().sendHeaders(headers);
  }

  /**
   * Sends a message; waits while the client takes none. A body stays the caller's to close.
   *
   * @throws RpcException CANCELLED if the call has ended meanwhile
   */
  public void send(R message) throws InterruptedException {
    gate.pass(() -> isCancelled() || stream().isReady());
    requireLive();
    stream().sendMessage(Marshaller.toBody(responses, message, link()));
  }

  /**
   * Hears what happens to the call, on the loop thread.
   *
   * @param entry ends with the call
   */
  StreamListener events(Entry entry) {
    return new StreamListener() {
      @Override
      public void onMessage(Body message) {
        inbox.put(message);
      }

      @Override
      public void onHalfClose() {
        inbox.complete();
      }

      @Override
      public void onReady() {
        gate.open();
      }

      @Override
      public void onClosed(StreamEnd end) {
        entry.end(Permit.End.OTHER);
        ended(end.code() == StatusCode.OK);
        inbox.complete();
        gate.open();
      }
    };
  }

  /** Runs the handler and ends the call as it says. */
  void run(StreamHandler<Q, R> handler) {
    try {
      handler.handle(this);
      stream().end(StatusCode.OK, "", Metadata.EMPTY);
    } catch (Throwable thrown) {
      failSurely(thrown);
    } finally {
      inbox.drop();
    }
  }

  @Override
  void end(RpcException status) {
    stream().end(status.code(), status.details(), status.trailers());
  }

  private void requireLive() {
    if (isCancelled()) {
      throw new RpcException(StatusCode.CANCELLED, "the call has ended");
    }
  }
}
