// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import org.jspecify.annotations.Nullable;

/** Something that one stream sends, in its place in the stream. */
abstract sealed class OutItem permits BlockItem, HalfCloseItem, MessageItem {
  /** Link of the queue that holds the item. */
  @Nullable
  OutItem next;

  /** Heap that is charged for it; released once, when it is sent or given up. */
  private long chargedBytes;

  /** Who sends it. */
  final Outbound stream;

  OutItem(Outbound stream) {
    this.stream = stream;
  }

  /** Heap that it holds until it is free, objects included. */
  abstract long heapBytes();

  /** Charges its heap; false if there is no room. */
  final boolean charge(HeapLedger heap) {
    long bytes = heapBytes();
    boolean charged = heap.tryCharge(bytes);
    chargedBytes = charged ? bytes : 0;
    return charged;
  }

  /** It needs no heap any more. */
  final void uncharge(HeapLedger heap) {
    long bytes = chargedBytes;
    chargedBytes = 0; // First: whoever hears that there is room may throw.
    heap.release(bytes);
  }

  /** All of it has been encoded. */
  void onEncoded() {}

  /** Bytes that count against the stream's queue until they are free. */
  long queuedBytes() {
    return 0;
  }

  /**
   * Gets the item ready to be encoded; called until it is.
   *
   * @param first whether nothing is before it, so that only it can unblock the stream
   * @return whether it is ready; if not it will ask the stream for another turn
   */
  abstract boolean prepare(boolean first);

  /** Whether being ready is not to be sent yet: the peer is told that it waits. */
  boolean isHeld() {
    return false;
  }

  /** A delivered WRITE that the message which carries this item must announce; 0: none. */
  long announced() {
    return 0;
  }

  /** Whether some of it fits; asked before {@link #encode}. */
  abstract boolean fits(MessageBuilder message);

  /** Writes what fits; true if that was the rest. */
  abstract boolean encode(MessageBuilder message);

  /** Whether the peer has some of it and must get the rest. */
  boolean isBegun() {
    return false;
  }

  /** It will not be sent (any further): gives back what it holds. */
  abstract void discard();

  /** It was never taken by the engine's thread: gives back what it holds. */
  void refuse() {}
}
