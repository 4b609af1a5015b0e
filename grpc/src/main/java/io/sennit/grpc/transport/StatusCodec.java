// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.InternalStatus;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.sennit.rpc.Executed;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.StreamEnd;
import java.util.Locale;
import java.util.Objects;

/** gRPC's status to the engine's and back, and what gRPC's retries may conclude from an end. */
final class StatusCodec {
  /** In the trailers of a call whose session failed: whether its handler may have run. */
  static final Metadata.Key<String> EXECUTED_KEY =
      Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER);

  private StatusCodec() {}

  static StatusCode codeOf(Status status) {
    return StatusCode.of(status.getCode().value()).orElse(StatusCode.UNKNOWN);
  }

  static String descriptionOf(Status status) {
    return Objects.requireNonNullElse(status.getDescription(), "");
  }

  static Status statusOf(StatusCode code, String description) {
    Status status = Status.fromCodeValue(code.number());
    return description.isEmpty() ? status : status.withDescription(description);
  }

  /**
   * The client's view of an end. A cancel by the server is a bare CANCELLED whatever made the
   * server cancel: gRPC's client reads it as its own deadline if that has passed.
   */
  static Status statusOf(StreamEnd end) {
    return end.cancelledByPeer() ? Status.CANCELLED : statusOf(end.code(), end.description());
  }

  /** gRPC repeats a REFUSED call by itself, so nothing but proof that no handler saw it will do. */
  static RpcProgress progressOf(StreamEnd end) {
    boolean refused = end.executed() == Executed.NO && end.code() == StatusCode.UNAVAILABLE;
    return refused ? RpcProgress.REFUSED : RpcProgress.PROCESSED;
  }

  /** Whether the server's own status ended the call. */
  static boolean endedByServer(StreamEnd end) {
    return end.executed() == Executed.YES && !end.cancelledByPeer();
  }

  /** The trailers of a call that its server did not end. */
  static Metadata trailersOf(StreamEnd end) {
    Metadata trailers = MetadataCodec.toGrpc(end.trailers());
    if (!end.cancelledByPeer()) {
      trailers.put(EXECUTED_KEY, end.executed().name().toLowerCase(Locale.ROOT));
    }
    return trailers;
  }

  /** Whether gRPC's server says that it has no such method; a handler chooses other words. */
  static boolean isUnknownMethod(Status status) {
    return status.getCode() == Status.Code.UNIMPLEMENTED
        && descriptionOf(status).startsWith("Method not found: ");
  }

  /** Takes out the keys that travel as the status itself. */
  static Metadata withoutStatus(Metadata trailers) {
    trailers.discardAll(InternalStatus.CODE_KEY);
    trailers.discardAll(InternalStatus.MESSAGE_KEY);
    return trailers;
  }
}
