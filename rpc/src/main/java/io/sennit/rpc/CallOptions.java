// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.MessageLimit;
import io.sennit.rpc.stream.OpenCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a caller may say about one call. Immutable.
 *
 * @param timeoutNanos until the call ends DEADLINE_EXCEEDED, from the moment it is made;
 *     {@link Long#MAX_VALUE}: never
 * @param metadata sent with the call
 * @param maxResponseBytes longest answer accepted; a longer one ends the call RESOURCE_EXHAUSTED
 *     before a byte of it is fetched
 */
public record CallOptions(long timeoutNanos, Metadata metadata, long maxResponseBytes) {
  /** No deadline, no metadata, answers of any length. */
  public static final CallOptions DEFAULTS =
      new CallOptions(OpenCall.NO_TIMEOUT, Metadata.EMPTY, Long.MAX_VALUE);

  public CallOptions {
    if (maxResponseBytes < 0) {
      throw new IllegalArgumentException("maxResponseBytes is negative: " + maxResponseBytes);
    }
  }

  /**
   * With a deadline that far in the future; zero or less: the call ends without being sent; beyond
   * 292 years, which is as far as nanoseconds go: none.
   */
  public CallOptions withTimeout(Duration timeout) {
    return new CallOptions(TimeUnit.NANOSECONDS.convert(timeout), metadata, maxResponseBytes);
  }

  /** With metadata in place of what was there. */
  public CallOptions withMetadata(Metadata newMetadata) {
    return new CallOptions(timeoutNanos, newMetadata, maxResponseBytes);
  }

  /** With a limit on each answer. */
  public CallOptions withMaxResponse(long bytes) {
    return new CallOptions(timeoutNanos, metadata, bytes);
  }

  /** What a call says that has spent so much of its time before it could be opened. */
  OpenCall open(String method, long spentNanos) {
    boolean unbounded = timeoutNanos == OpenCall.NO_TIMEOUT;
    return new OpenCall(
        method,
        metadata,
        unbounded ? timeoutNanos : Math.max(timeoutNanos, 0) - spentNanos,
        MessageLimit.of(maxResponseBytes),
        Optional.empty());
  }
}
