// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Permit;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Calls with one message each way.
 *
 * @param executor runs the handler, and decodes and encodes
 * @param isDirect whether that executor is the loop thread itself
 */
record UnaryRoute<Q, R>(
    Method<Q, R> method, UnaryHandler<Q, R> handler, Executor executor, boolean isDirect)
    implements Route {
  @Override
  public StreamListener accept(RpcStream stream, IncomingCall call, Link link, Entry entry) {
    stream.request(2);
    return new Listening<>(this, new Arrival(stream, call, link, entry));
  }

  /** A call that has come. */
  private record Arrival(RpcStream stream, IncomingCall call, Link link, Entry entry) {}

  /** Collects the request, then starts the handler; on the loop thread. */
  private static final class Listening<Q, R> implements StreamListener {
    private final UnaryRoute<Q, R> route;
    private final Arrival arrival;
    private final RpcStream stream;
    private final Entry entry;
    private @Nullable Body request;
    private boolean refused;
    private boolean ended;
    private boolean endedByHandler;
    private @Nullable UnaryCall<Q, R> call;

    private Listening(UnaryRoute<Q, R> route, Arrival arrival) {
      this.route = route;
      this.arrival = arrival;
      stream = arrival.stream();
      entry = arrival.entry();
    }

    @Override
    public void onMessage(Body message) {
      if (request == null && !refused) {
        request = message;
      } else {
        message.close();
        refuse(StatusCode.INTERNAL, "more than one request to a unary method");
      }
    }

    @Override
    public void onHalfClose() {
      Body body = request;
      if (refused) {
        return;
      }
      if (body == null) {
        refuse(StatusCode.INTERNAL, "no request to a unary method");
        return;
      }
      // What is thrown here leaves the request to the end of the call, afterwards to others.
      Runnable start = route.isDirect ? () -> run(body) : () -> startIfWorthwhile(body);
      boolean notWanted = route.isDirect ? entry.isRefusedToRunAtOnce() : entry.isRefusedToWait();
      request = null;
      if (notWanted) {
        body.close();
      } else if (route.isDirect) {
        start.run();
      } else {
        hand(body, start);
      }
    }

    private void hand(Body body, Runnable start) {
      boolean handed = false;
      try {
        route.executor.execute(start);
        handed = true;
      } catch (RejectedExecutionException e) {
        handed = true;
        body.close();
        stream.decline(StatusCode.UNAVAILABLE, "the server's executor takes no more calls");
      } finally {
        giveUpUnless(handed, body);
      }
    }

    @Override
    public void onClosed(StreamEnd end) {
      UnaryCall<Q, R> running = end(end.code() == StatusCode.OK);
      entry.end(endOf(running != null, end));
      if (running != null) {
        running.over(endedByHandler);
      }
      Body unused = request;
      if (unused != null) {
        unused.close();
      }
    }

    private static Permit.End endOf(boolean begun, StreamEnd end) {
      if (!begun) {
        return Permit.End.OTHER;
      }
      return switch (end.code()) {
        case OK -> Permit.End.ANSWERED;
        case DEADLINE_EXCEEDED -> Permit.End.BROKEN_OFF;
        default -> Permit.End.OTHER;
      };
    }

    private void startIfWorthwhile(Body body) {
      boolean sound = false;
      try {
        if (entry.isRefusedToRun()) {
          body.close();
        } else {
          begin(body);
        }
        sound = true;
      } finally {
        giveUpUnless(sound, body);
      }
    }

    private void run(Body body) {
      boolean sound = false;
      try {
        begin(body);
        sound = true;
      } finally {
        giveUpUnless(sound, body);
      }
    }

    /** Whatever was thrown before the handler ran: the caller waits for an end. */
    private void giveUpUnless(boolean sound, Body body) {
      if (!sound) {
        body.close();
        stream.cancel(StatusCode.INTERNAL, "the request could not be handed to its handler");
      }
    }

    private void begin(Body body) {
      UnaryCall<Q, R> made;
      try {
        Q decoded = Marshaller.fromBody(route.method.requests(), body);
        made = new UnaryCall<>(
            stream,
            arrival.link(),
            arrival.call(),
            route.executor,
            new UnaryCall.Messages<>(decoded, route.method.responses()));
      } catch (RpcException e) {
        stream.end(StatusCode.INVALID_ARGUMENT, e.details(), Metadata.EMPTY);
        return;
      }
      if (begin(made)) {
        made.over(endedByHandler);
      }
      made.run(route.handler);
    }

    private void refuse(StatusCode code, String description) {
      refused = true;
      stream.end(code, description, Metadata.EMPTY);
    }

    private synchronized boolean begin(UnaryCall<Q, R> made) {
      call = made;
      return ended;
    }

    private synchronized @Nullable UnaryCall<Q, R> end(boolean byHandler) {
      ended = true;
      endedByHandler = byHandler;
      return call;
    }
  }
}
