// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Cord;
import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import org.jspecify.annotations.Nullable;

/** One message on its way in, in its place in the stream. Confined to the engine's thread. */
final class InMessage {
  /** A message that waits, its body's handle, and what fetching it takes. */
  static final int HEAP_BYTES = 256;

  /** Link of the queue that holds the message. */
  @Nullable
  InMessage next;

  private final Kind kind;
  private final long length;
  private final long eagerBytes;
  private @Nullable Body body;
  private @Nullable Body reserved;
  private @Nullable RemoteSpan span;
  private long transfer;
  private long filled;
  private boolean ready;

  enum Kind {
    EAGER,
    LENT,
    WRITTEN
  }

  private InMessage(Kind kind, long length) {
    this.kind = kind;
    this.length = length;
    eagerBytes = kind == Kind.EAGER ? length : 0;
  }

  /**
   * Comes in slots.
   *
   * @param into a handle that passes, whatever is thrown
   */
  static InMessage eager(long length, Body into) {
    boolean made = false;
    try {
      InMessage message = new InMessage(Kind.EAGER, length);
      message.body = into;
      made = true;
      return message;
    } finally {
      if (!made) {
        into.close();
      }
    }
  }

  /** Lies in the peer's memory. */
  static InMessage lent(RemoteSpan span) {
    InMessage message = new InMessage(Kind.LENT, span.length());
    message.span = span;
    return message;
  }

  /** Sets the target of a lent message, if the caller gave one; takes over the handle. */
  void reserve(@Nullable Body newReserved) {
    reserved = newReserved;
  }

  /** Was put into this side's memory by the peer. */
  static InMessage written(Body body) {
    InMessage message = new InMessage(Kind.WRITTEN, body.length());
    message.body = body;
    message.ready = true;
    return message;
  }

  Kind kind() {
    return kind;
  }

  long length() {
    return length;
  }

  /** Bytes that count in the window. */
  long eagerBytes() {
    return eagerBytes;
  }

  boolean isReady() {
    return ready;
  }

  /** Copies the rest of a frame; true if the message is whole now. */
  boolean fill(MessageView frame, int payloadOffset) {
    int part = frame.payloadBytes() - payloadOffset;
    if (part > length - filled) {
      throw frame.wrongLength();
    }
    frame.copyTo(payloadOffset, held(), filled);
    filled += part;
    ready = filled == length;
    return ready;
  }

  /** Whether the peer's memory has not been asked for yet. */
  boolean canFetch() {
    return span != null && body == null;
  }

  /** Where it must land, if that is settled; hands out the handle. */
  @Nullable
  Body takeReserved() {
    Body taken = reserved;
    reserved = null;
    return taken;
  }

  RemoteSpan span() {
    RemoteSpan known = span;
    if (known == null) {
      throw new IllegalStateException("not lent: " + kind);
    }
    return known;
  }

  /** A transfer into this body begins; ownership of the handle passes. */
  void fetchInto(Body target) {
    body = target;
  }

  void fetchedBy(long newTransfer) {
    transfer = newTransfer;
  }

  void fetched() {
    ready = true;
  }

  /** Hands out the body; once. */
  Body take() {
    Body taken = held();
    body = null;
    taken.seal();
    return taken;
  }

  /** Will not be delivered: gives back what it holds. */
  void discard(Cord cord) {
    if (canFetch()) {
      cord.decline(span());
      span = null;
      if (reserved != null) {
        reserved.close();
      }
    } else if (body != null) {
      if (transfer != 0 && !ready) {
        cord.abort(transfer, "the call ended");
      }
      body.close();
      body = null;
    }
  }

  private Body held() {
    Body known = body;
    if (known == null) {
      throw new IllegalStateException("no body");
    }
    return known;
  }
}
