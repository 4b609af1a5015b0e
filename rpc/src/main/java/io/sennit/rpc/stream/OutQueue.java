// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import org.jspecify.annotations.Nullable;

/** A queue of items linked through themselves. Guarded by its holder. */
final class OutQueue {
  private @Nullable OutItem head;
  private @Nullable OutItem tail;

  boolean isEmpty() {
    return head == null;
  }

  @Nullable
  OutItem peek() {
    return head;
  }

  void add(OutItem item) {
    if (tail == null) {
      head = item;
    } else {
      tail.next = item;
    }
    tail = item;
  }

  @Nullable
  OutItem poll() {
    OutItem first = head;
    if (first != null) {
      head = first.next;
      first.next = null;
      if (head == null) {
        tail = null;
      }
    }
    return first;
  }

  /** Moves everything to the end of another queue. */
  void moveTo(OutQueue other) {
    OutItem first = head;
    if (first == null) {
      return;
    }
    if (other.tail == null) {
      other.head = first;
    } else {
      other.tail.next = first;
    }
    other.tail = tail;
    head = null;
    tail = null;
  }
}
