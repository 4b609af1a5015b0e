// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * How much the peer lets this side send: absolute limits, so that a late or repeated credit is
 * harmless. A message may begin while one byte is left. Confined to one thread.
 */
final class SendWindow {
  private long limitBytes;
  private long limitMessages;
  private long usedBytes;
  private long usedMessages;

  SendWindow(long limitBytes, long limitMessages) {
    this.limitBytes = limitBytes;
    this.limitMessages = limitMessages;
  }

  /** Raises the limits; lower ones are late news. */
  void raise(long newLimitBytes, long newLimitMessages) {
    limitBytes = Math.max(limitBytes, newLimitBytes);
    limitMessages = Math.max(limitMessages, newLimitMessages);
  }

  /** Whether a message with this many eager bytes may begin. */
  boolean isOpen(long bytes) {
    return usedMessages < limitMessages && (bytes == 0 || usedBytes < limitBytes);
  }

  void take(long bytes) {
    usedBytes += bytes;
    usedMessages++;
  }

  /** Bytes that may still be sent; negative if the last message overshot. */
  long roomBytes() {
    return limitBytes - usedBytes;
  }

  FlowControl.Window state() {
    return new FlowControl.Window(usedBytes, limitBytes, usedMessages, limitMessages);
  }

  /** Takes back: the peer will never see the message. */
  void refund(long bytes, long messages) {
    usedBytes -= bytes;
    usedMessages -= messages;
  }
}
