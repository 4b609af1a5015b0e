// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * Bounds of the stream engine of one session; both sides have their own. Every bound shows in
 * {@link SessionSnapshot} when it is hit.
 *
 * @param eagerBytes longest message that is copied into slots; longer ones use the data plane
 * @param windowBytes eager bytes that the peer may send on one stream ahead of what the application
 *     took; a quarter of them until it took any, so that streams that nobody reads hold little. A
 *     message may begin while one byte is left, so that it may overshoot by {@code eagerBytes} less
 *     one
 * @param windowMessages messages of any kind that the peer may send on one stream ahead of what the
 *     application took
 * @param sessionWindowBytes eager bytes that the peer may send on all streams together ahead of
 *     what has come
 * @param readyBytes a stream is ready while fewer bytes than these wait or are lent to the peer;
 *     fewer still the more wait on others
 * @param sessionQueuedBytes bytes that wait or are lent on all streams of a session together at
 *     which only streams are ready on which nothing waits
 * @param maxQueuedBytes bytes that may wait or be lent on one stream, beyond which it ends
 *     RESOURCE_EXHAUSTED
 * @param aheadBytes bytes of long messages that one stream fetches, or lets the peer write, ahead
 *     of what the application asked for; 0: none, and no grants by credit
 * @param maxOpenCalls calls that the peer may have open
 * @param maxPendingCalls calls that may wait here for the peer's limit of open calls, beyond which
 *     they end RESOURCE_EXHAUSTED
 * @param maxMetadataBytes metadata of one direction of one call, as
 *     {@link io.sennit.rpc.Metadata#encodedBytes()} counts
 * @param maxReorderMessages messages of one session kept because an earlier one of their stream is
 *     still on its way; the peer cannot need more than the braid's window
 * @param drainNanos how long a session without open calls waits for the peer's word before it ends
 * @param maxInboundMessageBytes bound of each message unless the call says another
 */
public record StreamConfig(
    int eagerBytes,
    int windowBytes,
    int windowMessages,
    long sessionWindowBytes,
    long readyBytes,
    long sessionQueuedBytes,
    long maxQueuedBytes,
    long aheadBytes,
    int maxOpenCalls,
    int maxPendingCalls,
    int maxMetadataBytes,
    int maxReorderMessages,
    long drainNanos,
    long maxInboundMessageBytes) {

  /** Longest eager limit. */
  public static final int MAX_EAGER_BYTES = 1 << 20;

  /** Longest metadata of one direction of one call. */
  public static final int MAX_METADATA_BYTES = 16 << 20;

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  public StreamConfig {
    require("eagerBytes", eagerBytes, 0, MAX_EAGER_BYTES);
    require("windowBytes", windowBytes, 1, Integer.MAX_VALUE);
    require("windowMessages", windowMessages, 1, 1 << 20);
    require("sessionWindowBytes", sessionWindowBytes, windowBytes, Long.MAX_VALUE / 4);
    require("readyBytes", readyBytes, 1, Long.MAX_VALUE);
    require("sessionQueuedBytes", sessionQueuedBytes, readyBytes, Long.MAX_VALUE / 4);
    require("maxQueuedBytes", maxQueuedBytes, readyBytes, Long.MAX_VALUE);
    require("aheadBytes", aheadBytes, 0, Long.MAX_VALUE);
    require("maxOpenCalls", maxOpenCalls, 1, 1 << 20);
    require("maxPendingCalls", maxPendingCalls, 0, 1 << 24);
    require("maxMetadataBytes", maxMetadataBytes, 0, MAX_METADATA_BYTES);
    require("maxReorderMessages", maxReorderMessages, 1, 1 << 20);
    require("drainNanos", drainNanos, 0, Long.MAX_VALUE / 4);
    require("maxInboundMessageBytes", maxInboundMessageBytes, 0, Long.MAX_VALUE);
  }

  /** What a session uses unless told otherwise. */
  public static StreamConfig defaults() {
    return new StreamConfig(
        32 * KIB,
        256 * KIB,
        128,
        16L * MIB,
        4L * MIB,
        128L * MIB,
        256L * MIB,
        4L * MIB,
        10_000,
        100_000,
        64 * KIB,
        4_096,
        10_000_000_000L,
        Long.MAX_VALUE);
  }

  /** What {@code windowBytes} is for a stream of which the application has taken nothing. */
  int firstWindowBytes() {
    return Math.max(1, windowBytes / 4);
  }

  /** With another bound of metadata. */
  public StreamConfig withMaxMetadataBytes(int newMaxMetadataBytes) {
    return new StreamConfig(
        eagerBytes,
        windowBytes,
        windowMessages,
        sessionWindowBytes,
        readyBytes,
        sessionQueuedBytes,
        maxQueuedBytes,
        aheadBytes,
        maxOpenCalls,
        maxPendingCalls,
        newMaxMetadataBytes,
        maxReorderMessages,
        drainNanos,
        maxInboundMessageBytes);
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ": " + value);
    }
  }
}
