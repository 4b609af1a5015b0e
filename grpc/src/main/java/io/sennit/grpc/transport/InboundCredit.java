// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

/**
 * How many messages to ask the engine for. gRPC's deframer tells only the bytes that it has read,
 * so credit is kept in bytes and asked for in messages: as many as fill the window if they are as
 * long as the last one, at least one beyond the one being read, so that fetching overlaps reading.
 *
 * <p>An application that stops asking leaves bytes unread, so asking stops, and the engine's own
 * windows push back on the peer. Confined to the stream's context.
 */
final class InboundCredit {
  /** Bytes that a stream may hold unread before it stops asking for more, one message excepted. */
  static final long WINDOW_BYTES = 256 * 1024;

  /** The same of a stream of which nothing was read yet; it grows as fast as bytes are read. */
  static final long FIRST_WINDOW_BYTES = 64 * 1024;

  /** Messages asked for and not arrived, at most; each may be as long as the size limit allows. */
  static final int MAX_OUTSTANDING = 16;

  private static final int MIN_AHEAD = 2;
  private static final long FIRST_GUESS_BYTES = 32 * 1024;

  private long windowBytes = FIRST_WINDOW_BYTES;
  private long unreadBytes;
  private long lastBytes = FIRST_GUESS_BYTES;
  private int outstanding;
  private boolean asked;

  /** A message arrived. */
  void onReceived(long bytes) {
    outstanding--;
    unreadBytes += bytes;
    lastBytes = bytes;
  }

  /** The deframer took bytes. */
  void onRead(long bytes) {
    unreadBytes -= bytes;
    windowBytes = Math.min(WINDOW_BYTES, windowBytes + bytes);
  }

  /** The application asked for messages. */
  void onAsked() {
    asked = true;
  }

  /**
   * Whether the application waits for what has not arrived: it has asked since it last left bytes
   * unread. To be looked at when the deframer has had its turn.
   */
  boolean isAwaited() {
    asked &= unreadBytes == 0;
    return asked;
  }

  /** How many messages to ask for now; they count as outstanding from here on. */
  int takeRequest() {
    int wanted = wanted();
    if (outstanding > 0 && outstanding * 2 > wanted) {
      return 0; // Ask in batches.
    }
    int request = Math.max(0, wanted - outstanding);
    outstanding += request;
    return request;
  }

  private int wanted() {
    long each = Math.max(lastBytes, 1);
    long fitting = Math.clamp((windowBytes - unreadBytes) / each, 0, MAX_OUTSTANDING);
    long least = unreadBytes == 0 ? MIN_AHEAD : unreadBytes <= lastBytes ? 1 : 0;
    return (int) Math.max(fitting, least);
  }
}
