// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.AbstractServerStream;
import io.grpc.internal.ReadableBuffers;
import io.grpc.internal.StatsTraceContext;
import io.grpc.internal.TransportTracer;
import io.grpc.internal.WritableBuffer;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import org.jspecify.annotations.Nullable;

/** A call of gRPC's server on a stream of the engine. */
final class SennitServerStream extends AbstractServerStream {
  private final RpcStream stream;
  private final State state;
  private final Sink sink = new EngineSink();
  private final Identity identity;

  SennitServerStream(RpcStream stream, State state, StatsTraceContext stats, Identity identity) {
    super(new BodyAllocator(stream.session(), BodyAllocator.DEFAULT_HEAP_BYTES), stats);
    this.stream = stream;
    this.state = state;
    this.identity = identity;
  }

  /**
   * @param number of the stream on its session, for traces only
   * @param attributes of the transport
   * @param authority that the client called, if it said so
   */
  record Identity(
      int number, Attributes attributes, @Nullable String authority) {}

  @Override
  protected State transportState() {
    return state;
  }

  @Override
  protected Sink abstractServerStreamSink() {
    return sink;
  }

  @Override
  public int streamId() {
    return identity.number();
  }

  @Override
  public Attributes getAttributes() {
    return identity.attributes();
  }

  @Override
  public @Nullable String getAuthority() {
    return identity.authority();
  }

  private void send(BodyWritableBuffer frame) {
    Body message = frame.detach();
    int bytes = Math.toIntExact(message.length());
    onSendingBytes(bytes);
    stream.sendMessage(message);
    state.execute(() -> state.given(bytes));
  }

  /** The engine as gRPC's framer sees it. */
  private final class EngineSink implements Sink {
    @Override
    public void writeHeaders(Metadata headers, boolean flush) {
      stream.sendHeaders(MetadataCodec.toEngine(headers));
    }

    @Override
    public void writeFrame(WritableBuffer frame, boolean flush, int numMessages) {
      send((BodyWritableBuffer) frame);
    }

    @Override
    public void writeTrailers(Metadata trailers, boolean headersSent, Status status) {
      state.statusGiven();
      if (!headersSent && StatusCodec.isUnknownMethod(status)) {
        stream.decline(StatusCodec.codeOf(status), StatusCodec.descriptionOf(status));
        return;
      }
      stream.end(
          StatusCodec.codeOf(status),
          StatusCodec.descriptionOf(status),
          MetadataCodec.toEngine(StatusCodec.withoutStatus(trailers)));
    }

    /** Reaches the client as a bare CANCELLED, whatever the reason is. */
    @Override
    public void cancel(Status reason) {
      state.execute(() -> state.transportReportStatus(reason));
      stream.cancel(StatusCodec.codeOf(reason), StatusCodec.descriptionOf(reason));
    }
  }

  /**
   * What the server's side of a call has received, and what that means to gRPC. Everything runs in
   * {@link #context}, on whichever thread comes first, as on the client's side.
   */
  static final class State extends TransportState {
    private final SynchronizationContext context =
        new SynchronizationContext((thread, failure) -> deframeFailed(failure));
    private final InboundCredit credit = new InboundCredit();
    private final OutboundFlow outflow = new OutboundFlow();
    private final RpcStream stream;
    private final ReadableBodies bodies;
    private boolean opened;
    private volatile boolean statusGiven;

    State(RpcStream stream, int maxMessageBytes, StatsTraceContext stats) {
      super(maxMessageBytes, stats, new TransportTracer());
      this.stream = stream;
      bodies = new ReadableBodies(stream.session());
    }

    void execute(Runnable task) {
      context.execute(task);
    }

    /** What gRPC runs this way is the application's request for messages. */
    @Override
    public void runOnTransportThread(Runnable task) {
      context.execute(() -> {
        credit.onAsked();
        task.run();
        wantIfAwaited();
      });
    }

    private void wantIfAwaited() {
      if (credit.isAwaited()) {
        stream.want();
      }
    }

    /** gRPC's server has set its listener. */
    void opened() {
      opened = true;
      onStreamAllocated();
      askForMore();
    }

    void given(int bytes) {
      onSentBytes(outflow.onGiven(stream, bytes));
    }

    void ready() {
      if (opened) {
        onSentBytes(outflow.onReady());
      }
    }

    /** The application's status was given to the engine; any thread. */
    void statusGiven() {
      statusGiven = true;
    }

    void messageArrived(Body message) {
      credit.onReceived(message.length());
      inboundDataReceived(bodies.give(message), false);
      wantIfAwaited();
    }

    void halfClosed() {
      inboundDataReceived(ReadableBuffers.empty(), true);
    }

    void ended(StreamEnd end) {
      if (end.code() != StatusCode.OK) {
        transportReportStatus(StatusCodec.statusOf(end.code(), end.description()));
        bodies.cancelled();
      } else if (statusGiven) {
        complete();
      }
    }

    @Override
    public void bytesRead(int bytes) {
      credit.onRead(bytes);
      askForMore();
    }

    /** Unlike a reset, the status tells the client what its message did wrong. */
    @Override
    public void deframeFailed(Throwable cause) {
      Status status = Status.fromThrowable(cause);
      transportReportStatus(status);
      stream.end(
          StatusCodec.codeOf(status),
          StatusCodec.descriptionOf(status),
          io.sennit.rpc.Metadata.EMPTY);
    }

    private void askForMore() {
      int messages = credit.takeRequest();
      if (messages > 0) {
        stream.requestAhead(messages);
      }
    }
  }
}
