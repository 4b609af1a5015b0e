// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Copies;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies of messages that arrived before an earlier one of their stream; one store for a session,
 * so that its bound holds for all streams together. Memory is kept for reuse. Confined to one
 * thread.
 */
final class ReorderStore {
  /** Copies that are kept for reuse when none is needed. */
  private static final int MOST_FREE = 64;

  /** What a copy takes beside its bytes. */
  private static final int OBJECT_BYTES = 128;

  private final HeapLedger heap;
  private final int maxMessages;
  private final int messageBytes;
  private @Nullable Kept free;
  private int used;
  private int unused;

  ReorderStore(HeapLedger heap, int maxMessages, int messageBytes) {
    this.heap = heap;
    this.maxMessages = maxMessages;
    this.messageBytes = messageBytes;
  }

  /** Whether there is room for one more copy, which then is there. */
  boolean hasRoom() {
    if (free != null) {
      return true;
    }
    if (!heap.tryCharge(heldBytes())) {
      return false;
    }
    unused++;
    free = new Kept(MemorySegment.ofArray(new byte[messageBytes]));
    return true;
  }

  /** Of one copy. */
  long heldBytes() {
    return (long) messageBytes + OBJECT_BYTES;
  }

  /** Copies a message; only if there is {@link #hasRoom room}. */
  Kept keep(MessageView message) {
    if (used == maxMessages) {
      throw new ProtocolViolation("more than " + maxMessages + " messages out of order");
    }
    if (message.length() > messageBytes) {
      throw new ProtocolViolation("a message of " + message.length() + " bytes");
    }
    Kept kept = free;
    if (kept == null) {
      throw new IllegalStateException("no room was asked for");
    }
    free = kept.next;
    unused--;
    used++;
    kept.fill(message);
    return kept;
  }

  void giveBack(Kept kept) {
    used--;
    if (unused == MOST_FREE) {
      heap.release(heldBytes());
      return;
    }
    unused++;
    kept.next = free;
    free = kept;
  }

  /** The session has ended: what is kept for reuse is given up. */
  void close() {
    heap.release(unused * heldBytes());
    unused = 0;
    free = null;
  }

  /** Messages kept now. */
  int used() {
    return used;
  }

  /** One message and its link in a list. */
  static final class Kept {
    @Nullable
    Kept next;

    private final MemorySegment memory;
    private int index;
    private int length;

    private Kept(MemorySegment memory) {
      this.memory = memory;
    }

    private void fill(MessageView from) {
      index = from.index();
      length = from.length();
      Copies.copy(from.segment(), 0, memory, 0, length);
      next = null;
    }

    int index() {
      return index;
    }

    /** Reads it again. */
    MessageView view(MessageView into) {
      return into.wrap(memory, length);
    }
  }
}
