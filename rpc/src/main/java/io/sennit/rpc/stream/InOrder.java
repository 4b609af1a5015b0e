// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts one stream's messages back into their order: the braid delivers each once, but in any order.
 * Confined to one thread.
 */
final class InOrder {
  private final ReorderStore store;
  private int expected;
  private ReorderStore.@Nullable Kept early;

  InOrder(ReorderStore store) {
    this.store = store;
  }

  /** Whether the message can be taken now: it is the next one, or there is room to keep it. */
  boolean canTake(MessageView message) {
    return message.index() == expected || store.hasRoom();
  }

  /** Whether this message is the next one; if not it has been kept for later. */
  boolean isNext(MessageView message) {
    int ahead = message.index() - expected; // Unsigned indexes; a stream is shorter than 2^31.
    if (ahead < 0) {
      throw new ProtocolViolation(
          "message " + message.index() + " of call " + message.callId() + " came twice");
    }
    if (ahead > 0) {
      insert(store.keep(message));
      return false;
    }
    advance();
    return true;
  }

  private void advance() {
    if (++expected < 0) {
      throw new ProtocolViolation("a stream of more than 2^31 messages");
    }
  }

  /** A kept message whose turn has come; give it back to the store. */
  ReorderStore.@Nullable Kept takeNext() {
    ReorderStore.Kept first = early;
    if (first == null || first.index() != expected) {
      return null;
    }
    early = first.next;
    advance();
    return first;
  }

  /** Drops what is kept, after the visitor has seen it. */
  void discard(Consumer<ReorderStore.Kept> visitor) {
    while (early != null) {
      ReorderStore.Kept first = early;
      early = first.next;
      visitor.accept(first);
      store.giveBack(first);
    }
  }

  private void insert(ReorderStore.Kept kept) {
    ReorderStore.Kept before = null;
    ReorderStore.Kept at = early;
    while (at != null && at.index() < kept.index()) {
      before = at;
      at = at.next;
    }
    if (at != null && at.index() == kept.index()) {
      store.giveBack(kept);
      throw new ProtocolViolation("message " + kept.index() + " of a call came twice");
    }
    kept.next = at;
    if (before == null) {
      early = kept;
    } else {
      before.next = kept;
    }
  }
}
