// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.sennit.base.Clock;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.Permit;
import io.sennit.rpc.admission.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Places in the server for the calls of one session. gRPC's server hands a call to its executor as
 * soon as it has its stream, and its tracers hear where the executor has begun with it, and when it
 * has ended. On the loop thread.
 */
final class CallPermits extends ServerStreamTracer.Factory {
  private final Admission admission;
  private final Object peer;
  private final Clock clock;
  private @Nullable Permit next;
  private @Nullable Permit last;

  /**
   * @param admission of the server, whose times are of the clock
   * @param peer whose calls they are
   */
  CallPermits(Admission admission, Object peer, Clock clock) {
    this.admission = admission;
    this.peer = peer;
    this.clock = clock;
  }

  /**
   * Asks for a place. If there is one, the call waits for a thread from now on, and the next tracer
   * belongs to it.
   *
   * @param timeoutNanos until its deadline; {@link Long#MAX_VALUE}: none
   * @return why the call must not run; empty if it may
   */
  Optional<Refusal> ask(String method, long timeoutNanos) {
    long nowNanos = clock.nanoTime();
    Permit permit = admission.admit(peer, method, timeoutNanos, true, nowNanos);
    Optional<Refusal> why = permit.refusal().or(() -> permit.enter(nowNanos));
    if (why.isPresent()) {
      permit.end(Permit.End.OTHER, nowNanos);
    } else {
      next = permit;
      last = permit;
    }
    return why;
  }

  /** The call that asked last could not be made: what its tracer would tell is not told. */
  void giveBack() {
    Permit permit = last;
    if (permit != null) {
      permit.end(Permit.End.OTHER, clock.nanoTime());
    }
    next = null;
    last = null;
  }

  /** Why, for the caller's people. */
  String sentence(Refusal why, String method) {
    return admission.sentence(why, method);
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    Permit permit = next;
    if (permit == null) {
      throw new IllegalStateException("a call that asked for no place");
    }
    next = null;
    return new Tracer(permit);
  }

  private final class Tracer extends ServerStreamTracer {
    private final Permit permit;
    private volatile boolean unary;

    private Tracer(Permit permit) {
      this.permit = permit;
    }

    @Override
    public void serverCallStarted(ServerCallInfo<?, ?> call) {
      admission.know(call.getMethodDescriptor().getFullMethodName());
      unary = call.getMethodDescriptor().getType() == MethodType.UNARY;
      permit.started(clock.nanoTime());
    }

    private Permit.End endOf(Status status) {
      if (!unary) {
        return Permit.End.OTHER;
      }
      return switch (status.getCode()) {
        case OK -> Permit.End.ANSWERED;
        case DEADLINE_EXCEEDED -> Permit.End.BROKEN_OFF;
        default -> Permit.End.OTHER;
      };
    }

    @Override
    public void streamClosed(Status status) {
      long nowNanos = clock.nanoTime();
      if (status.getCode() == Status.Code.UNIMPLEMENTED) {
        permit.started(nowNanos); // gRPC began with it, and found no method.
      }
      permit.end(endOf(status), nowNanos);
    }
  }
}
