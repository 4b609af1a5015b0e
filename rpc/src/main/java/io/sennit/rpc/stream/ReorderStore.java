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
  Kept keep(MessageView message) {
    if (used == maxMessages) {
      throw new ProtocolViolation("more than " + maxMessages + " messages out of order");
    }
    if (message.length() > messageBytes) {
      throw new ProtocolViolation("a message of " + message.length() + " bytes");
    }
    used++;
    Kept kept = free;
    if (kept == null) {
      kept = new Kept(MemorySegment.ofArray(new byte[messageBytes]));
    } else {
      free = kept.next;
    }
    kept.fill(message);
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
