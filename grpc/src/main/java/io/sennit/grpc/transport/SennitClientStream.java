// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.AbstractClientStream;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.StatsTraceContext;
import io.grpc.internal.TransportTracer;
import io.grpc.internal.WritableBuffer;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import org.jspecify.annotations.Nullable;

/**
 * A call of gRPC's client on a stream of the engine. gRPC keeps the deadline: it travels in gRPC's
 * own header and its timers end both sides, with gRPC's words.
 */
final class SennitClientStream extends AbstractClientStream {
  private final SennitClientTransport transport;
  private final Session session;
  private final State state;
  private final Sink sink = new EngineSink();
  private final String method;
  private final StatsTraceContext stats;
  private String authority;
  private int maxInboundMessageBytes;
  private volatile @Nullable RpcStream stream;
  private volatile boolean cancelled;

  SennitClientStream(
      SennitClientTransport transport,
      Session session,
      MethodDescriptor<?, ?> method,
      StatsTraceContext stats,
      CallHead head) {
    super(
        new BodyAllocator(session, BodyAllocator.DEFAULT_HEAP_BYTES),
        stats,
        new TransportTracer(),
        head.headers(),
        head.options(),
        false);
    this.transport = transport;
    this.session = session;
    this.method = method.getFullMethodName();
    this.stats = stats;
    authority = transport.peer().authority();
    maxInboundMessageBytes = transport.settings().maxInboundMessageBytes();
    state = new State(session, transport.settings(), stats, head.options());
  }

  /** What gRPC's channel says when it makes a stream. */
  record CallHead(Metadata headers, CallOptions options) {}

  @Override
  protected TransportState transportState() {
    return state;
  }

  @Override
  protected Sink abstractClientStreamSink() {
    return sink;
  }

  @Override
  public void setAuthority(String authority) {
    this.authority = authority;
  }

  @Override
  public void setMaxInboundMessageSize(int maxSize) {
    super.setMaxInboundMessageSize(maxSize);
    maxInboundMessageBytes = maxSize;
  }

  @Override
  public Attributes getAttributes() {
    return transport.getAttributes();
  }

  private void open(Metadata headers) {
    headers.discardAll(GrpcUtil.USER_AGENT_KEY);
    headers.put(GrpcUtil.USER_AGENT_KEY, transport.peer().userAgent());
    headers.put(CallFrame.AUTHORITY_KEY, authority);
    OpenCall call = OpenCall.of(method)
        .withMetadata(MetadataCodec.toEngine(headers))
        .withMaxInboundMessage(CallFrame.limitFor(maxInboundMessageBytes));
    boolean counted = shouldBeCountedForInUse();
    transport.connection().callOpened(counted);
    RpcStream opened = session.open(call, new ClientStreamInbound(transport, state, counted));
    stats.clientOutboundHeaders();
    state.execute(() -> state.opened(opened));
    stream = opened;
    if (cancelled) {
      opened.cancel(StatusCode.CANCELLED, "cancelled while it was opened");
    }
  }

  private void send(RpcStream to, BodyWritableBuffer frame) {
    Body message = frame.detach();
    int bytes = Math.toIntExact(message.length());
    onSendingBytes(bytes);
    to.sendMessage(message);
    state.execute(() -> state.given(to, bytes));
  }

  /** The engine as gRPC's framer sees it. */
  private final class EngineSink implements Sink {
    @Override
    public void writeHeaders(Metadata headers, byte @Nullable [] payload) {
      open(headers);
    }

    @Override
    public void writeFrame(
        @Nullable WritableBuffer frame, boolean endOfStream, boolean flush, int numMessages) {
      RpcStream to = stream;
      if (to == null) {
        throw new IllegalStateException("a frame before the headers");
      }
      if (frame != null) {
        send(to, (BodyWritableBuffer) frame);
      }
      if (endOfStream) {
        to.halfClose();
      }
    }

    @Override
    public void cancel(Status reason) {
      cancelled = true;
      state.execute(() -> state.giveUp(reason));
      RpcStream open = stream;
      if (open != null) {
        open.cancel(StatusCode.CANCELLED, StatusCodec.descriptionOf(reason));
      }
    }
  }

  /**
   * What the client's side of a call has received, and what that means to gRPC. Everything runs in
   * {@link #context}, on whichever thread comes first: the engine's loop hands over and never
   * waits, and an application thread that asks for a message decodes it itself.
   */
  static final class State extends TransportState {
    private final SynchronizationContext context =
        new SynchronizationContext((thread, failure) -> onThrown(failure));
    private final InboundCredit credit = new InboundCredit();
    private final OutboundFlow outflow = new OutboundFlow();
    private final ReadableBodies bodies;
    private final int maxMetadataBytes;
    private @Nullable RpcStream stream;

    State(Session session, ClientSettings settings, StatsTraceContext stats, CallOptions options) {
      super(settings.maxInboundMessageBytes(), stats, new TransportTracer(), options);
      bodies = new ReadableBodies(session);
      maxMetadataBytes = settings.maxInboundMetadataBytes();
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
      if (credit.isAwaited() && stream != null) {
        stream.want();
      }
    }

    /** The engine has the call. First in the context. */
    void opened(RpcStream opened) {
      stream = opened;
      onStreamAllocated();
      askForMore(opened);
    }

    void given(RpcStream to, int bytes) {
      onSentBytes(outflow.onGiven(to, bytes));
    }

    void ready() {
      if (stream != null) {
        onSentBytes(outflow.onReady());
      }
    }

    void headersArrived(io.sennit.rpc.Metadata headers) {
      if (isStreamDeallocated() || refused(headers)) {
        return;
      }
      inboundHeadersReceived(MetadataCodec.toGrpc(headers));
    }

    /** May come when gRPC has ended the call here, and would be logged as the peer's fault. */
    void messageArrived(Body message) {
      if (isStreamDeallocated()) {
        message.close();
        return;
      }
      credit.onReceived(message.length());
      inboundDataReceived(bodies.give(message));
      wantIfAwaited();
    }

    void ended(StreamEnd end, Status status, RpcProgress progress) {
      if (isStreamDeallocated() || refused(end.trailers())) {
        return;
      }
      if (StatusCodec.endedByServer(end)) {
        inboundTrailersReceived(MetadataCodec.toGrpc(end.trailers()), status);
      } else {
        transportReportStatus(status, progress, false, StatusCodec.trailersOf(end));
      }
    }

    @Override
    public void bytesRead(int bytes) {
      credit.onRead(bytes);
      if (stream != null) {
        askForMore(stream);
      }
    }

    @Override
    public void deframeFailed(Throwable cause) {
      fail(Status.fromThrowable(cause));
    }

    private void askForMore(RpcStream from) {
      int messages = credit.takeRequest();
      if (messages > 0) {
        from.requestAhead(messages);
      }
    }

    private boolean refused(io.sennit.rpc.Metadata metadata) {
      long bytes = MetadataCodec.limitedBytes(metadata);
      if (bytes <= maxMetadataBytes) {
        return false;
      }
      fail(Status.RESOURCE_EXHAUSTED.withDescription(
          "Response metadata larger than " + maxMetadataBytes + ": " + bytes));
      return true;
    }

    private void onThrown(Throwable failure) {
      fail(Status.INTERNAL.withDescription("The transport failed").withCause(failure));
    }

    /** The call is over here, whatever gRPC has not read. */
    void giveUp(Status reason) {
      transportReportStatus(reason, true, new Metadata());
      bodies.cancelled();
    }

    private void fail(Status status) {
      giveUp(status);
      if (stream != null) {
        stream.cancel(StatusCode.CANCELLED, StatusCodec.descriptionOf(status));
      }
    }
  }
}
