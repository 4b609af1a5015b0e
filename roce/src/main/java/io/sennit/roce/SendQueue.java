// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import org.jspecify.annotations.Nullable;

/**
 * The work requests of a queue pair that are not over, oldest first, and three marks in the
 * sequence of their packets: {@code unacknowledged} ≤ {@code next} ≤ {@code high}. What lies before
 * the first is over, {@code next} is sent next, and before {@code high} everything was sent once.
 */
final class SendQueue {
  private @Nullable SendEntry head;
  private @Nullable SendEntry tail;
  private @Nullable SendEntry cursor;
  private @Nullable SendEntry unused;
  private int cursorIndex;
  private int messages;
  private int endPsn;
  private int unacknowledgedPsn;
  private int nextPsn;
  private int highPsn;

  SendQueue(int firstPsn) {
    endPsn = firstPsn;
    unacknowledgedPsn = firstPsn;
    nextPsn = firstPsn;
    highPsn = firstPsn;
  }

  /** An entry to fill and {@link #add}. */
  SendEntry take() {
    SendEntry entry = unused;
    if (entry == null) {
      return new SendEntry();
    }
    unused = entry.next;
    entry.next = null;
    return entry;
  }

  void add(SendEntry entry) {
    entry.firstPsn = endPsn;
    messages = Psn.plus(messages, entry.packets == 0 ? 0 : 1);
    entry.message = messages;
    endPsn = entry.endPsn();
    SendEntry before = tail;
    if (before == null) {
      head = entry;
    } else {
      before.next = entry;
    }
    tail = entry;
    if (cursor == null) {
      cursor = entry;
      cursorIndex = 0;
    }
  }

  /** The oldest request that is not over. */
  @Nullable
  SendEntry head() {
    return head;
  }

  /** The request of the packet that is to be sent next; null if all were sent. */
  @Nullable
  SendEntry cursor() {
    return cursor;
  }

  /** The number of that packet within its request. */
  int cursorIndex() {
    return cursorIndex;
  }

  /** The request that a packet under way belongs to; null if there is none. */
  @Nullable
  SendEntry find(int psn) {
    return find(head, psn);
  }

  /** As {@link #find(int)}, from a request on that is not behind it. */
  static @Nullable SendEntry find(@Nullable SendEntry from, int psn) {
    SendEntry entry = from;
    while (entry != null && Psn.minus(psn, entry.endPsn()) >= 0) {
      entry = entry.next;
    }
    return entry;
  }

  int nextPsn() {
    return nextPsn;
  }

  int unacknowledgedPsn() {
    return unacknowledgedPsn;
  }

  /** Whether a packet was sent, at least once, and is not acknowledged. */
  boolean isUnderWay(int psn) {
    return Psn.minus(psn, unacknowledgedPsn) >= 0 && Psn.minus(psn, highPsn) < 0;
  }

  /** Whether some packet was sent of what is not over. */
  boolean hasBegun() {
    SendEntry first = head;
    return first != null && first.begun;
  }

  boolean isResent() {
    return nextPsn != highPsn;
  }

  /** Whether every packet that was ever sent is over. */
  boolean isSilent() {
    return unacknowledgedPsn == highPsn;
  }

  /** Whether an answer is awaited. */
  boolean isWaiting() {
    return nextPsn != unacknowledgedPsn;
  }

  /** Packets sent, or asked for by a READ request, and awaited. */
  int waitingPackets() {
    return Psn.minus(nextPsn, unacknowledgedPsn);
  }

  /** Packets of the cursor's request have been sent. */
  void sent(SendEntry entry, int packets) {
    entry.begun = true;
    nextPsn = Psn.plus(nextPsn, packets);
    if (Psn.minus(nextPsn, highPsn) > 0) {
      highPsn = nextPsn;
    }
    cursorIndex += packets;
    if (cursorIndex == entry.packets) {
      cursor = entry.next;
      cursorIndex = 0;
    }
  }

  /** Packets of the head's request have been answered; all of them: it is to be removed. */
  void acknowledged(int packets) {
    unacknowledgedPsn = Psn.plus(unacknowledgedPsn, packets);
  }

  /** Takes the head out; it is given back by {@link #giveBack}. */
  void remove(SendEntry first) {
    head = first.next;
    if (head == null) {
      tail = null;
    }
    if (cursor == first) {
      cursor = head;
      cursorIndex = 0;
    }
    first.next = null;
  }

  /** All requests have ended: no answer is awaited to what was sent. */
  void end() {
    unacknowledgedPsn = highPsn;
    nextPsn = highPsn;
  }

  void giveBack(SendEntry entry) {
    entry.next = unused;
    unused = entry;
  }

  /** Everything not acknowledged is sent again. */
  void rewind() {
    nextPsn = unacknowledgedPsn;
    SendEntry first = head;
    cursor = first;
    cursorIndex = first == null ? 0 : Psn.minus(unacknowledgedPsn, first.firstPsn);
  }

  /** After an answer to something that was to be sent again: that is not needed any more. */
  void skipAnswered() {
    if (Psn.minus(unacknowledgedPsn, nextPsn) > 0) {
      rewind();
    }
  }
}
