// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** The other end of a {@link SendWindow}: what the peer was told, used, and was freed. */
final class ReceiveWindow {
  private final long windowBytes;
  private final long windowMessages;
  private long toldBytes;
  private long toldMessages;
  private long arrivedBytes;
  private long arrivedMessages;
  private long freedBytes;
  private long freedMessages;

  ReceiveWindow(long windowBytes, long windowMessages) {
    this.windowBytes = windowBytes;
    this.windowMessages = windowMessages;
    toldBytes = windowBytes;
    toldMessages = windowMessages;
  }

  /** A message has begun to arrive; false if the peer was not allowed to send it. */
  boolean arrive(long bytes) {
    boolean allowed = arrivedMessages < toldMessages && (bytes == 0 || arrivedBytes < toldBytes);
    arrivedBytes += bytes;
    arrivedMessages++;
    return allowed;
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
    toldBytes = freedBytes + windowBytes;
    toldMessages = freedMessages + windowMessages;
  }

  long toldBytes() {
    return toldBytes;
  }

  long toldMessages() {
    return toldMessages;
  }

  /** Bytes that arrived and hold memory. */
  long heldBytes() {
    return arrivedBytes - freedBytes;
  }
}
