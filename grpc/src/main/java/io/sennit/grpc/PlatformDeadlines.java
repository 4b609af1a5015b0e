// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;

/**
 * Has the deadlines of a channel's calls be told by the clock of its platform. One that was made by
 * the system's clock does not say how long it was: what is left of it is rounded up, so that the
 * moment until the call begins does not count. Stateless, safe from any thread.
 */
record PlatformDeadlines(Deadline.Ticker ticker) implements ClientInterceptor {
  private static final long MILLI = MILLISECONDS.toNanos(1);

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    Deadline ofContext = Context.current().getDeadline();
    if (ofContext != null && !isOurs(ofContext)) {
      throw new IllegalStateException("a call of " + method.getFullMethodName() + " on a simulated"
          + " host in a Context whose deadline counts in real time: make it by Deadline.after(...,"
          + " PlatformTicker.of(host))");
    }
    Deadline given = options.getDeadline();
    return given == null || isOurs(given)
        ? next.newCall(method, options)
        : next.newCall(method, options.withDeadline(exchanged(given)));
  }

  /** A deadline is equal to none of another ticker. */
  private boolean isOurs(Deadline deadline) {
    return deadline.equals(
        Deadline.after(deadline.timeRemaining(NANOSECONDS), NANOSECONDS, ticker));
  }

  private Deadline exchanged(Deadline real) {
    long millis = Math.ceilDiv(real.timeRemaining(NANOSECONDS), MILLI);
    return Deadline.after(millis, MILLISECONDS, ticker);
  }
}
