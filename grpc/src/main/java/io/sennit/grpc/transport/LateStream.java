// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ClientStreamListener;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.InsightBuilder;
import io.grpc.internal.NoopClientStream;
import io.sennit.rpc.Executed;
import java.util.Locale;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A call that no server will see: it ends with a status that says so. Safe from any thread. */
final class LateStream extends NoopClientStream {
  private final Status status;
  private final RpcProgress progress;
  private final ClientStreamTracer[] tracers;
  private final Executor after;
  private @Nullable ClientStreamListener listener;
  private boolean closed;

  /** @param after runs the end, now or later */
  LateStream(Status status, RpcProgress progress, ClientStreamTracer[] tracers, Executor after) {
    this.status = status;
    this.progress = progress;
    this.tracers = tracers;
    this.after = after;
  }

  @Override
  public void start(ClientStreamListener newListener) {
    synchronized (this) {
      listener = newListener;
    }
    after.execute(() -> close(status, progress));
  }

  @Override
  public void cancel(Status reason) {
    close(reason, RpcProgress.PROCESSED);
  }

  @Override
  public void appendTimeoutInsight(InsightBuilder insight) {
    insight.appendKeyValue("waits_for_another_session", status);
  }

  private void close(Status end, RpcProgress how) {
    ClientStreamListener told;
    synchronized (this) {
      told = listener;
      if (closed || told == null) {
        return;
      }
      closed = true;
    }
    for (ClientStreamTracer tracer : tracers) {
      tracer.streamClosed(end);
    }
    Metadata trailers = new Metadata();
    trailers.put(StatusCodec.EXECUTED_KEY, Executed.NO.name().toLowerCase(Locale.ROOT));
    told.closed(end, how, trailers);
  }
}
