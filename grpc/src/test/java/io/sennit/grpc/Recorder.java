// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a call's listener heard, in order, to be waited for. */
final class Recorder {
  private static final long PATIENCE_SECONDS = 20;

  /** One thing heard. */
  sealed interface Event {}

  record Headers(Metadata headers) implements Event {}

  @SuppressWarnings("ArrayRecordComponent") // Compared by length and content where it matters.
  record Message(byte[] bytes) implements Event {}

  record HalfClosed() implements Event {}

  record Ready() implements Event {}

  record Cancelled() implements Event {}

  record Completed() implements Event {}

  record Closed(Status status, Metadata trailers) implements Event {}

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** The next event of that kind; others before it are dropped. */
  <E extends Event> E await(Class<E> kind) throws InterruptedException {
    StringBuilder dropped = new StringBuilder();
    while (true) {
      Event event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("no " + kind.getSimpleName() + "; heard before:" + dropped);
      }
      if (kind.isInstance(event)) {
        return kind.cast(event);
      }
      dropped.append(' ').append(event);
    }
  }

  /** Whether nothing is heard for that long; what is heard first stays. */
  boolean isSilentFor(long time, TimeUnit unit) throws InterruptedException {
    Event first = events.poll(time, unit);
    if (first != null) {
      events.add(first);
    }
    return first == null;
  }

  /** How many events of that kind wait. */
  long count(Class<? extends Event> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  ClientCall.Listener<byte[]> client() {
    return new ClientCall.Listener<>() {
      @Override
      public void onHeaders(Metadata headers) {
        events.add(new Headers(headers));
      }

      @Override
      public void onMessage(byte[] message) {
        events.add(new Message(message));
      }

      @Override
      public void onClose(Status status, Metadata trailers) {
        events.add(new Closed(status, trailers));
      }

      @Override
      public void onReady() {
        events.add(new Ready());
      }
    };
  }

  ServerCall.Listener<byte[]> server() {
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(byte[] message) {
        events.add(new Message(message));
      }

      @Override
      public void onHalfClose() {
        events.add(new HalfClosed());
      }

      @Override
      public void onCancel() {
        events.add(new Cancelled());
      }

      @Override
      public void onComplete() {
        events.add(new Completed());
      }

      @Override
      public void onReady() {
        events.add(new Ready());
      }
    };
  }
}
