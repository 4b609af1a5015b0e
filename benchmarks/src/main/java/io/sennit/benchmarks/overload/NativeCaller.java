// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.rpc.CallOptions;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sennit by its own calls. */
final class NativeCaller extends Caller {
  private static final CallOptions OPTIONS =
      CallOptions.DEFAULTS.withTimeout(Duration.ofNanos(Work.DEADLINE_NANOS));
  private static final byte[] MESSAGE = new byte[64];

  private @Nullable RpcClient client;

  @Override
  void connect(int port) {
    client = RpcClient.to("127.0.0.1:" + port).sessions(NativeServer.OPTIONS).connect();
  }

  @Override
  public void call(Tally tally, long dueNanos) {
    RpcClient open = client;
    if (open == null) {
      throw new IllegalStateException("the ends have not met");
    }
    CompletableFuture<byte[]> _ = open.callAsync(NativeServer.WORK, MESSAGE, OPTIONS)
        .whenComplete((answer, failure) -> tally.ended(endOf(failure), dueNanos, nowNanos()));
  }

  private static Tally.End endOf(@Nullable Throwable failure) {
    if (failure == null) {
      return Tally.End.ANSWERED;
    }
    if (!(failure instanceof RpcException status)) {
      return Tally.End.OTHER;
    }
    return switch (status.code()) {
      case RESOURCE_EXHAUSTED -> Tally.End.REFUSED;
      case DEADLINE_EXCEEDED -> Tally.End.DEADLINE;
      default -> Tally.End.OTHER;
    };
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
