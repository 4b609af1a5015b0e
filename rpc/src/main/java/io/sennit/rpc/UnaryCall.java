// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request that awaits one answer: the handler calls {@link #reply} or {@link #fail} once,
 * before it returns or later from any thread. Safe from any thread.
 *
 * <p>Ownership: a request that is a body is closed when the handler has returned and the call has
 * its answer (or its end); a handler that needs it for longer {@link Body#retain retains} it.
 */
public final class UnaryCall<Q, R> extends ServerCall {
  private final Codec<R> responses;
  private final @Nullable Body requestBody;
  private final Q request;
  private boolean returned;
  private boolean answered;
  private boolean over;

  UnaryCall(
      RpcStream stream, Link link, IncomingCall incoming, Executor executor, Messages<Q, R> both) {
    super(stream, link, incoming, executor);
    responses = both.responses();
    request = both.request();
    requestBody = request instanceof Body body ? body : null;
  }

  /** What one call says each way. */
  record Messages<Q, R>(Q request, Codec<R> responses) {}

  /** What the client sent. */
  public Q request() {
    return request;
  }

  /** The same as {@link #request()}; reads well where messages are bodies. */
  public Q body() {
    return request;
  }

  /** Sends headers; at most once, before the answer. */
  public void sendHeaders(Metadata headers) {
    stream().sendHeaders(headers);
  }

  /**
   * Ends the call OK with this answer. A body stays the caller's to close.
   *
   * @throws IllegalStateException if the call has its answer already
   */
  public void reply(R answer) {
    reply(answer, Metadata.EMPTY);
  }

  /** Ends the call OK with this answer and trailers; as {@link #reply(Object)} else. */
  public void reply(R answer, Metadata trailers) {
    Body body = Marshaller.toBody(responses, answer, link());
    if (!markAnswered()) {
      body.close();
      throw new IllegalStateException("the call of " + method() + " has its answer already");
    }
    boolean sent = false;
    try {
      stream().sendMessage(body);
      stream().end(StatusCode.OK, "", trailers);
      sent = true;
    } finally {
      if (!sent) {
        stream().cancel(StatusCode.INTERNAL, "the answer could not be sent");
      }
    }
    closeRequestIfOver();
  }

  /** Ends the call with a status that is not OK; does nothing if it has its answer. */
  public void fail(StatusCode code, String details) {
    fail(new RpcException(code, details));
  }

  /** Ends the call with the status of the exception; does nothing if it has its answer. */
  public void fail(RpcException status) {
    if (markAnswered()) {
      boolean ended = false;
      try {
        stream().end(status.code(), status.details(), status.trailers());
        ended = true;
      } finally {
        unmarkAnsweredUnless(ended);
      }
      closeRequestIfOver();
    }
  }

  /** Runs the handler to its return. */
  void run(UnaryHandler<Q, R> handler) {
    try {
      handler.handle(this);
    } catch (Throwable thrown) {
      failSurely(thrown);
    }
    synchronized (this) {
      returned = true;
    }
    closeRequestIfOver();
  }

  @Override
  void end(RpcException status) {
    fail(status);
  }

  /** The stream ended. */
  void over(boolean byHandler) {
    synchronized (this) {
      over = true;
    }
    ended(byHandler);
    closeRequestIfOver();
  }

  private synchronized void unmarkAnsweredUnless(boolean ended) {
    answered = ended;
  }

  private synchronized boolean markAnswered() {
    boolean first = !answered;
    answered = true;
    return first;
  }

  private void closeRequestIfOver() {
    boolean unused;
    synchronized (this) {
      unused = returned && (answered || over);
    }
    if (unused && requestBody != null) {
      requestBody.close();
    }
  }
}
