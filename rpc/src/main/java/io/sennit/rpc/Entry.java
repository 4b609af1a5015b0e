// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Clock;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.Permit;
import io.sennit.rpc.admission.Refusal;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import java.util.Optional;

/**
 * One call's way from the door of a server to its handler, which it may be refused on. Safe from
 * any thread.
 */
final class Entry {
  private final Admission admission;
  private final Permit permit;
  private final RpcStream stream;
  private final String method;
  private final Clock clock;

  private Entry(Admission admission, Permit permit, RpcStream stream, String method, Clock clock) {
    this.admission = admission;
    this.permit = permit;
    this.stream = stream;
    this.method = method;
    this.clock = clock;
  }

  /** Asks for a place; {@link #isRefused} says whether there is one. */
  static Entry ask(
      Admission admission, RpcStream stream, IncomingCall call, Route route, Clock clock) {
    long nowNanos = clock.nanoTime();
    long timeoutNanos = stream.hasDeadline() ? stream.deadlineNanos() - nowNanos : Long.MAX_VALUE;
    Object peer = stream.session().info().peer();
    Permit permit = admission.admit(peer, call.method(), timeoutNanos, !route.isDirect(), nowNanos);
    boolean made = false;
    try {
      Entry entry = new Entry(admission, permit, stream, call.method(), clock);
      made = true;
      return entry;
    } finally {
      if (!made) {
        permit.end(Permit.End.OTHER, nowNanos);
      }
    }
  }

  /** Whether the call was refused at the door; its caller has been told then. */
  boolean isRefused() {
    return tell(permit.refusal());
  }

  /** Whether the handler must not run on this thread; the caller has been told then. */
  boolean isRefusedToRunAtOnce() {
    return tell(permit.startAtOnce(clock.nanoTime()));
  }

  /** Whether the call must not wait for a thread; its caller has been told then. */
  boolean isRefusedToWait() {
    return tell(permit.enter(clock.nanoTime()));
  }

  /** Whether the handler must not run now that there is a thread; the caller has been told then. */
  boolean isRefusedToRun() {
    return tell(permit.start(clock.nanoTime()));
  }

  /** The call has ended. */
  void end(Permit.End how) {
    permit.end(how, clock.nanoTime());
  }

  private boolean tell(Optional<Refusal> why) {
    why.ifPresent(each -> stream.decline(each.code(), admission.sentence(each, method)));
    return why.isPresent();
  }
}
