// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * How long a message may be, as whoever set the limit counts it. A protocol above may put a frame
 * of its own around each message: the limit allows for it, and messages of errors leave it out.
 * Immutable.
 *
 * @param bytes most of one message, zero or more; {@link Long#MAX_VALUE}: no limit
 * @param framingBytes that each message has besides, as a rule
 * @param slackBytes that it may have at most besides, {@code framingBytes} included
 */
public record MessageLimit(long bytes, int framingBytes, int slackBytes) {
  /** No limit. */
  public static final MessageLimit NONE = of(Long.MAX_VALUE);

  public MessageLimit {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must not be negative: " + bytes);
    }
    if (framingBytes < 0 || slackBytes < framingBytes) {
      throw new IllegalArgumentException("framing " + framingBytes + ", slack " + slackBytes);
    }
  }

  /** A limit for messages without a frame around them. */
  public static MessageLimit of(long bytes) {
    return new MessageLimit(bytes, 0, 0);
  }

  /** This one, or that many bytes if they are fewer. */
  public MessageLimit atMost(long otherBytes) {
    return otherBytes < bytes ? new MessageLimit(otherBytes, framingBytes, slackBytes) : this;
  }

  /** The longest message with all that is around it. */
  long mostBytes() {
    return bytes > Long.MAX_VALUE - slackBytes ? Long.MAX_VALUE : bytes + slackBytes;
  }

  /**
   * How long a message is without its frame, for people.
   *
   * @param length with the frame
   */
  long bytesOf(long length) {
    return Math.max(0, length - framingBytes);
  }
}
