// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.WorkCompletion;
import org.jspecify.annotations.Nullable;

/** Completions in the order in which they were made; entries are made once and then reused. */
final class RoceCompletionQueue implements CompletionQueue {
  private final RoceDomain domain;
  private final int depth;
  private @Nullable CompletionEntry first;
  private @Nullable CompletionEntry last;
  private @Nullable CompletionEntry unused;
  private int size;
  private boolean overflowed;
  private boolean armed;

  RoceCompletionQueue(RoceDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  RoceDomain domain() {
    return domain;
  }

  /** An entry to fill and {@link #add}. */
  CompletionEntry take() {
    CompletionEntry entry = unused;
    if (entry == null) {
      return new CompletionEntry();
    }
    unused = entry.next;
    entry.next = null;
    return entry;
  }

  /**
   * Adds a completion; one too many makes it, and the queue pairs, fail, but none is lost. Once all
   * were polled the queue is as good as new: queue pairs made since then fail when it overflows
   * again.
   */
  void add(CompletionEntry entry) {
    boolean overflows = size >= depth;
    if (overflows) {
      entry.status = CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
    }
    append(entry);
    domain.engine().countCompletion();
    if (armed) {
      armed = false;
      domain.engine().announceEvent();
    }
    if (overflows && !overflowed) {
      overflowed = true;
      domain.overflow(this, depth);
    }
  }

  private void append(CompletionEntry entry) {
    CompletionEntry before = last;
    if (before == null) {
      first = entry;
    } else {
      before.next = entry;
    }
    last = entry;
    size++;
  }

  @Override
  public int poll(WorkCompletion[] into) {
    domain.drive();
    int filled = 0;
    for (CompletionEntry entry = first; entry != null && filled < into.length; entry = first) {
      fill(into[filled++], entry);
      remove(entry);
    }
    return filled;
  }

  private static void fill(WorkCompletion target, CompletionEntry entry) {
    target.set(entry.id, entry.status, entry.opcode, entry.queuePair);
    if (entry.status == CompletionStatus.SUCCESS) {
      target.payload(entry.byteLength, entry.immediate);
      if (entry.carriesImmediate) {
        target.withImmediate();
      }
      if (entry.carriesInvalidated) {
        target.withInvalidated(entry.immediate);
      }
    }
    if (entry.requests != null) {
      entry.requests.polled(entry.covers);
    }
  }

  private void remove(CompletionEntry entry) {
    first = entry.next;
    if (first == null) {
      last = null;
    }
    size--;
    overflowed &= size > 0;
    entry.requests = null;
    entry.carriesImmediate = false;
    entry.carriesInvalidated = false;
    entry.next = unused;
    unused = entry;
  }

  @Override
  public boolean arm() {
    domain.drive();
    armed = size == 0;
    return armed;
  }
}
