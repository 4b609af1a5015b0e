// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.StreamEnd;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not end OK. Besides gRPC's code it says whether the server's handler ran, which
 * decides whether the call may simply be repeated. Immutable.
 *
 * <p>Handlers throw it too, to choose the status of their call; then {@link #executed()} means
 * nothing.
 */
public final class RpcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final StatusCode code;
  private final String details;
  private final Executed executed;
  private final transient @Nullable Metadata trailers;

  /**
   * For handlers: how the call shall end.
   *
   * @param code not OK
   * @param details for people at the other side
   */
  public RpcException(StatusCode code, String details) {
    this(code, details, Executed.MAYBE, Metadata.EMPTY);
  }

  /** For handlers: with trailers besides. */
  public RpcException(StatusCode code, String details, Metadata trailers) {
    this(code, details, Executed.MAYBE, trailers);
  }

  RpcException(StatusCode code, String details, Executed executed) {
    this(code, details, executed, Metadata.EMPTY);
  }

  RpcException(StatusCode code, String details, Executed executed, Metadata trailers) {
    super(code + (details.isEmpty() ? "" : ": " + details));
    if (code == StatusCode.OK) {
      throw new IllegalArgumentException("OK is not an exception");
    }
    this.code = code;
    this.details = details;
    this.executed = executed;
    this.trailers = trailers;
  }

  /** What a stream that ended otherwise than OK means to the caller. */
  static RpcException of(StreamEnd end) {
    return new RpcException(end.code(), end.description(), end.executed(), end.trailers());
  }

  public StatusCode code() {
    return code;
  }

  /** For people; may be empty. */
  public String details() {
    return details;
  }

  /** On the client's side: NO if the handler certainly did not run, YES if it certainly did. */
  public Executed executed() {
    return executed;
  }

  /** What the server sent with the status; empty if the end did not come from its handler. */
  public Metadata trailers() {
    return trailers == null ? Metadata.EMPTY : trailers;
  }
}
