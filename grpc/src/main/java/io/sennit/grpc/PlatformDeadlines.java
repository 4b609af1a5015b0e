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
import io.sennit.grpc.transport.ServiceTimeouts;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the deadlines of a channel's calls, and the time-outs of its service config, on the clock of
 * its platform. A deadline by the system's clock does not say how long it was: what is left of it
 * is rounded up, so that the moment until the call begins does not count. Safe from any thread.
 */
final class PlatformDeadlines implements ClientInterceptor {
  private static final long MILLI = MILLISECONDS.toNanos(1);

  private final Deadline.Ticker ticker;
  private volatile ServiceTimeouts timeouts = ServiceTimeouts.NONE;

  PlatformDeadlines(Deadline.Ticker ticker) {
    this.ticker = ticker;
  }

  void timeouts(ServiceTimeouts newTimeouts) {
    timeouts = newTimeouts;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    Deadline ofContext = Context.current().getDeadline();
    if (ofContext != null && !isOurs(ofContext)) {
      throw new IllegalStateException("a call of " + method.getFullMethodName() + " on a simulated"
          + " host in a Context whose deadline counts in real time: make it by Deadline.after(...,"
          + " PlatformTicker.of(host))");
    }
    Stream<Deadline> bounds =
        Stream.concat(ofConfig(method).stream(), ofCall(options.getDeadline()).stream());
    return bounds
        .reduce(Deadline::minimum)
        .map(nearest -> next.newCall(method, options.withDeadline(nearest)))
        .orElseGet(() -> next.newCall(method, options));
  }

  private Optional<Deadline> ofConfig(MethodDescriptor<?, ?> method) {
    OptionalLong nanos = timeouts.of(method);
    return nanos.isEmpty()
        ? Optional.empty()
        : Optional.of(Deadline.after(nanos.getAsLong(), NANOSECONDS, ticker));
  }

  private Optional<Deadline> ofCall(@Nullable Deadline given) {
    return Optional.ofNullable(given).map(each -> isOurs(each) ? each : exchanged(each));
  }

  /** Deadlines of different tickers are never equal. */
  private boolean isOurs(Deadline deadline) {
    return deadline.equals(
        Deadline.after(deadline.timeRemaining(NANOSECONDS), NANOSECONDS, ticker));
  }

  private Deadline exchanged(Deadline real) {
    long millis = Math.ceilDiv(real.timeRemaining(NANOSECONDS), MILLI);
    return Deadline.after(millis, MILLISECONDS, ticker);
  }
}
