// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** gRPC's client over one carrier or another. */
final class GrpcCaller extends Caller {
  private static final byte[] MESSAGE = new byte[64];

  private final Carrier carrier;
  private @Nullable ManagedChannel channel;

  GrpcCaller(Carrier carrier) {
    this.carrier = carrier;
  }

  @Override
  void connect(int port) {
    channel = carrier.channel(port).build();
  }

  @Override
  public void call(Tally tally, long dueNanos) {
    ManagedChannel open = channel;
    if (open == null) {
      throw new IllegalStateException("the ends have not met");
    }
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(Work.DEADLINE_NANOS, TimeUnit.NANOSECONDS);
    ClientCalls.asyncUnaryCall(
        open.newCall(GrpcServer.WORK, options), MESSAGE, new StreamObserver<>() {
          @Override
          public void onNext(byte[] answer) {}

          @Override
          public void onError(Throwable failure) {
            tally.ended(endOf(Status.fromThrowable(failure)), dueNanos, nowNanos());
          }

          @Override
          public void onCompleted() {
            tally.ended(Tally.End.ANSWERED, dueNanos, nowNanos());
          }
        });
  }

  private static Tally.End endOf(Status status) {
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED -> Tally.End.REFUSED;
      case DEADLINE_EXCEEDED -> Tally.End.DEADLINE;
      default -> Tally.End.OTHER;
    };
  }

  @Override
  public void close() {
    if (channel != null) {
      channel.shutdownNow();
    }
  }
}
