// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Utf8;
import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import java.util.Optional;

/**
 * What a client says when it opens a call. Immutable.
 *
 * @param method full name, such as {@code package.Service/Method}
 * @param metadata sent with the call
 * @param timeoutNanos until the call ends DEADLINE_EXCEEDED, counted from the opening; zero or
 *     less: at once, without being sent; {@link #NO_TIMEOUT}: never
 * @param maxInboundMessage bound of each answer; a longer one ends the call RESOURCE_EXHAUSTED
 *     unfetched
 * @param responseTarget memory of this session in which the first answer shall land. Ownership
 *     passes to the stream. If the answer fits, the body given to {@link StreamListener#onMessage}
 *     is the head of the target; if it does not, it comes in memory of the engine's own
 */
public record OpenCall(
    String method,
    Metadata metadata,
    long timeoutNanos,
    MessageLimit maxInboundMessage,
    Optional<Body> responseTarget) {
  /** No deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  public OpenCall {
    long bytes = Utf8.bytes(method);
    if (bytes == 0 || bytes > Wire.MAX_METHOD_BYTES) {
      throw new IllegalArgumentException(
          "a method's name is 1 to " + Wire.MAX_METHOD_BYTES + " bytes, not " + bytes);
    }
  }

  /** A call without metadata, deadline, size limit or target. */
  public static OpenCall of(String method) {
    return new OpenCall(method, Metadata.EMPTY, NO_TIMEOUT, MessageLimit.NONE, Optional.empty());
  }

  /** With metadata. */
  public OpenCall withMetadata(Metadata newMetadata) {
    return new OpenCall(method, newMetadata, timeoutNanos, maxInboundMessage, responseTarget);
  }

  /** With a deadline this far in the future. */
  public OpenCall withTimeout(long newTimeoutNanos) {
    return new OpenCall(method, metadata, newTimeoutNanos, maxInboundMessage, responseTarget);
  }

  /** With a limit on each answer. */
  public OpenCall withMaxInboundMessage(MessageLimit limit) {
    return new OpenCall(method, metadata, timeoutNanos, limit, responseTarget);
  }

  /** With memory for the first answer; ownership passes. */
  public OpenCall withResponseTarget(Body target) {
    return new OpenCall(method, metadata, timeoutNanos, maxInboundMessage, Optional.of(target));
  }
}
