// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** The other end of a {@link SendWindow}: what the peer was told, used, and was freed. */
final class ReceiveWindow {
  private final long firstWindowBytes;
  private final long mostWindowBytes;
  private final long windowMessages;
  private final boolean inOrder;
  private long windowBytes;
  private long toldBytes;
  private long toldMessages;
  private long arrivedBytes;
  private long arrivedMessages;
  private long freedBytes;
  private long freedMessages;

  private ReceiveWindow(Bytes bytes, long windowMessages, boolean inOrder) {
    firstWindowBytes = bytes.first;
    mostWindowBytes = bytes.most;
    windowBytes = bytes.first;
    this.windowMessages = windowMessages;
    this.inOrder = inOrder;
    toldBytes = windowBytes;
    toldMessages = windowMessages;
  }

  /** It grows from the first to the most, as fast as what came is taken. */
  private record Bytes(long first, long most) {}

  /** For one stream, whose messages are seen in the order in which the peer sent them. */
  static ReceiveWindow ofStream(StreamConfig config) {
    return new ReceiveWindow(
        new Bytes(config.firstWindowBytes(), config.windowBytes()), config.windowMessages(), true);
  }

  /** For all streams together, whose messages overtake each other. */
  static ReceiveWindow ofSession(StreamConfig config) {
    long bytes = config.sessionWindowBytes();
    return new ReceiveWindow(new Bytes(bytes, bytes), Long.MAX_VALUE / 4, false);
  }

  /** A message has begun to arrive; false if the peer was not allowed to send it. */
  boolean arrive(long bytes) {
    boolean allowed = arrivedMessages < toldMessages && allowsBytes(bytes);
    arrivedBytes += bytes;
    arrivedMessages++;
    return allowed;
  }

  private boolean allowsBytes(long bytes) {
    if (bytes == 0) {
      return true;
    }
    // The last message may overshoot; out of order it may be any, and its length is only bounded.
    return inOrder
        ? arrivedBytes < toldBytes
        : arrivedBytes + bytes < toldBytes + StreamConfig.MAX_EAGER_BYTES;
  }

  /** What arrived needs no room any more. */
  void free(long bytes, long messages) {
    freedBytes += bytes;
    freedMessages += messages;
  }

  /** Whether so much has been freed that the peer should hear of it. */
  boolean isCreditDue() {
    return freedBytes + windowBytes - toldBytes >= (windowBytes + 1) / 2
        || freedMessages + windowMessages - toldMessages >= (windowMessages + 1) / 2;
  }

  /** The peer will be told the limits below. */
  void tell() {
    windowBytes = Math.min(mostWindowBytes, firstWindowBytes + freedBytes);
    toldBytes = freedBytes + windowBytes;
    toldMessages = freedMessages + windowMessages;
  }

  long toldBytes() {
    return toldBytes;
  }

  long toldMessages() {
    return toldMessages;
  }

  FlowControl.Window state() {
    return new FlowControl.Window(arrivedBytes, toldBytes, arrivedMessages, toldMessages);
  }

  /** Bytes that the peer may still send; negative if the last message overshot. */
  long roomBytes() {
    return toldBytes - arrivedBytes;
  }
}
