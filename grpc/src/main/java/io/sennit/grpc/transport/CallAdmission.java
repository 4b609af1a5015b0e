// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ServerTransportListener;
import io.grpc.internal.StatsTraceContext;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.admission.Refusal;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;
import java.util.List;
import java.util.Optional;

/** Turns calls that arrive on one session into streams of gRPC's server. On the loop thread. */
final class CallAdmission {
  private final ServerTransportListener listener;
  private final ServerSettings settings;
  private final List<ServerStreamTracer.Factory> tracers;
  private final Attributes attributes;
  private final CallPermits permits;
  private int admitted;

  /**
   * @param attributes of the transport, as gRPC's filters left them
   * @param permits of the session, one of the {@code tracers}
   */
  CallAdmission(
      ServerTransportListener listener,
      ServerSettings settings,
      List<ServerStreamTracer.Factory> tracers,
      Attributes attributes,
      CallPermits permits) {
    this.listener = listener;
    this.settings = settings;
    this.tracers = tracers;
    this.attributes = attributes;
    this.permits = permits;
  }

  StreamListener admit(SennitServerTransport transport, RpcStream stream, IncomingCall call) {
    long metadataBytes = MetadataCodec.limitedBytes(call.metadata());
    if (metadataBytes > settings.maxInboundMetadataBytes()) {
      return refuse(
          stream,
          StatusCode.RESOURCE_EXHAUSTED,
          "Request metadata larger than " + settings.maxInboundMetadataBytes() + ": "
              + metadataBytes);
    }
    Metadata headers = MetadataCodec.toGrpc(call.metadata());
    addTimeout(headers, call.timeoutNanos());
    Optional<Refusal> why = permits.ask(call.method(), timeoutNanos(headers));
    return why.isPresent()
        ? refuse(stream, why.get().code(), permits.sentence(why.get(), call.method()))
        : createOrGiveBack(transport, stream, call.method(), headers);
  }

  /** A tracer of the application may throw, or its filter. */
  private StreamListener createOrGiveBack(
      SennitServerTransport transport, RpcStream stream, String method, Metadata headers) {
    boolean created = false;
    try {
      StreamListener inbound = create(transport, stream, method, headers);
      created = true;
      return inbound;
    } finally {
      if (!created) {
        permits.giveBack();
      }
    }
  }

  private StreamListener create(
      SennitServerTransport transport, RpcStream stream, String method, Metadata headers) {
    stream.maxInboundMessage(CallFrame.limitFor(settings.maxInboundMessageBytes()));
    String authority = headers.get(CallFrame.AUTHORITY_KEY);
    headers.discardAll(CallFrame.AUTHORITY_KEY);
    StatsTraceContext stats = StatsTraceContext.newServerContext(tracers, method, headers);
    SennitServerStream.State state =
        new SennitServerStream.State(stream, settings.maxInboundMessageBytes(), stats);
    StreamListener inbound = new ServerStreamInbound(transport, state);
    SennitServerStream made = new SennitServerStream(
        stream, state, stats, new SennitServerStream.Identity(++admitted, attributes, authority));
    boolean told = false;
    transport.streamOpened();
    try {
      listener.streamCreated(made, method, headers);
      state.execute(state::opened);
      told = true;
    } finally {
      if (!told) {
        transport.streamClosed();
      }
    }
    return inbound;
  }

  /** A client without gRPC's header may still have given the engine a deadline. */
  private static void addTimeout(Metadata headers, long timeoutNanos) {
    if (timeoutNanos != OpenCall.NO_TIMEOUT && !headers.containsKey(GrpcUtil.TIMEOUT_KEY)) {
      headers.put(GrpcUtil.TIMEOUT_KEY, timeoutNanos);
    }
  }

  private static long timeoutNanos(Metadata headers) {
    Long nanos = headers.get(GrpcUtil.TIMEOUT_KEY);
    return nanos == null ? Long.MAX_VALUE : nanos;
  }

  /** No handler sees the call. */
  private static StreamListener refuse(RpcStream stream, StatusCode code, String description) {
    stream.decline(code, description);
    return StreamListener.NOBODY;
  }
}
