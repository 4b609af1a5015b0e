// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a client says when it opens a call. Immutable. */
public final class OpenCall {
  /** No deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  private final String method;
  private final Metadata metadata;
  private final long timeoutNanos;
  private final long maxInboundMessageBytes;
  private final @Nullable Body responseTarget;

  private OpenCall(Draft draft) {
    method = draft.method;
    metadata = draft.metadata;
    timeoutNanos = draft.timeoutNanos;
    maxInboundMessageBytes = draft.maxInboundMessageBytes;
    responseTarget = draft.responseTarget;
  }

  /** A call without metadata, deadline, size limit or target. */
  public static OpenCall of(String method) {
    int bytes = method.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > Wire.MAX_METHOD_BYTES) {
      throw new IllegalArgumentException(
          "a method's name is 1 to " + Wire.MAX_METHOD_BYTES + " bytes, not " + bytes);
    }
    return new OpenCall(new Draft(method));
  }

  /** With metadata. */
  public OpenCall withMetadata(Metadata newMetadata) {
    Draft draft = new Draft(this);
    draft.metadata = newMetadata;
    return new OpenCall(draft);
  }

  /**
   * With a deadline this far in the future, counted from the opening. The call ends
   * DEADLINE_EXCEEDED when it passes; zero or less: at once, without being sent.
   */
  public OpenCall withTimeout(long newTimeoutNanos) {
    Draft draft = new Draft(this);
    draft.timeoutNanos = newTimeoutNanos;
    return new OpenCall(draft);
  }

  /** With a limit on each answer; a longer one ends the call RESOURCE_EXHAUSTED unfetched. */
  public OpenCall withMaxInboundMessage(long bytes) {
    Draft draft = new Draft(this);
    draft.maxInboundMessageBytes = bytes;
    return new OpenCall(draft);
  }

  /**
   * With memory of this session in which the first answer shall land. Ownership passes to the
   * stream. If the answer fits, the body given to {@link StreamListener#onMessage} is the head of
   * the target; if it does not, the answer comes in memory of the engine's own.
   */
  public OpenCall withResponseTarget(Body target) {
    Draft draft = new Draft(this);
    draft.responseTarget = target;
    return new OpenCall(draft);
  }

  /** Full name, such as {@code package.Service/Method}. */
  public String method() {
    return method;
  }

  public Metadata metadata() {
    return metadata;
  }

  /** {@link #NO_TIMEOUT} if unbounded. */
  public long timeoutNanos() {
    return timeoutNanos;
  }

  /** {@link Long#MAX_VALUE} if unbounded. */
  public long maxInboundMessageBytes() {
    return maxInboundMessageBytes;
  }

  public Optional<Body> responseTarget() {
    return Optional.ofNullable(responseTarget);
  }

  private static final class Draft {
    private final String method;
    private Metadata metadata = Metadata.EMPTY;
    private long timeoutNanos = NO_TIMEOUT;
    private long maxInboundMessageBytes = Long.MAX_VALUE;
    private @Nullable Body responseTarget;

    private Draft(String method) {
      this.method = method;
    }

    private Draft(OpenCall call) {
      method = call.method;
      metadata = call.metadata;
      timeoutNanos = call.timeoutNanos;
      maxInboundMessageBytes = call.maxInboundMessageBytes;
      responseTarget = call.responseTarget;
    }
  }
}
