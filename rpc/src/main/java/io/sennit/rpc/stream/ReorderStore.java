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
  private final int maxMessages;
  private final int messageBytes;
  private @Nullable Kept free;
  private int used;

  ReorderStore(int maxMessages, int messageBytes) {
    this.maxMessages = maxMessages;
    this.messageBytes = messageBytes;
  }

  /** Copies a message. */
  Kept keep(int index, MemorySegment message) {
    if (used == maxMessages) {
      throw new ProtocolViolation("more than " + maxMessages + " messages out of order");
    }
    if (message.byteSize() > messageBytes) {
      throw new ProtocolViolation("a message of " + message.byteSize() + " bytes");
    }
    used++;
    Kept kept = free;
    if (kept == null) {
      kept = new Kept(MemorySegment.ofArray(new byte[messageBytes]));
    } else {
      free = kept.next;
    }
    kept.fill(index, message);
    return kept;
  }

  void giveBack(Kept kept) {
    used--;
    kept.next = free;
    free = kept;
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
    private MemorySegment message;

    private Kept(MemorySegment memory) {
      this.memory = memory;
      message = memory;
    }

    private void fill(int newIndex, MemorySegment from) {
      index = newIndex;
      Copies.copy(from, 0, memory, 0, from.byteSize());
      message = memory.asSlice(0, from.byteSize());
      next = null;
    }

    int index() {
      return index;
    }

    MemorySegment message() {
      return message;
    }
  }
}
