// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * Completions of this side's work requests until they are polled: a ring that has room for all that
 * the queue pairs may have outstanding, so that none is ever lost.
 */
final class LocalCompletions {
  private @Nullable Entry[] entries = {};
  private int reserved;
  private int head;
  private int size;

  /** One completion; made when its place is first used, and used again and again. */
  private static final class Entry {
    private long id;
    private CompletionStatus status = CompletionStatus.SUCCESS;
    private Opcode opcode = Opcode.SEND;
    private int length;
    private int covers;
    private ShmQueuePair queuePair;

    private Entry(ShmQueuePair queuePair) {
      this.queuePair = queuePair;
    }
  }

  /** Makes room for all that a new queue pair may have outstanding. */
  void reserve(int depth) {
    reserved += depth;
    if (reserved <= entries.length) {
      return;
    }
    @Nullable Entry[] larger = new Entry[Math.max(reserved, entries.length * 2)];
    for (int i = 0; i < larger.length; i++) {
      larger[i] = i < entries.length ? entries[(head + i) % entries.length] : null;
    }
    head = 0;
    entries = larger;
  }

  /** Gives back the room of a queue pair that has nothing outstanding any more. */
  void unreserve(int depth) {
    reserved -= depth;
  }

  int size() {
    return size;
  }

  /** Adds the end of a request, which stands for so many. */
  void add(ShmQueuePair queuePair, WorkRequest request, CompletionStatus status, int covers) {
    Entry entry = entry((head + size) % entries.length, queuePair);
    entry.id = request.id();
    entry.status = status;
    entry.opcode = request.opcode();
    entry.length = request.length();
    entry.covers = covers;
    entry.queuePair = queuePair;
    size++;
  }

  private Entry entry(int index, ShmQueuePair queuePair) {
    Entry entry = entries[index];
    if (entry == null) {
      entry = new Entry(queuePair);
      entries[index] = entry;
    }
    return entry;
  }

  /** Takes the oldest; there must be one. */
  void take(WorkCompletion into) {
    Entry entry = entries[head];
    if (entry == null || size == 0) {
      throw new IllegalStateException("no completion is there");
    }
    head = (head + 1) % entries.length;
    size--;
    into.set(entry.id, entry.status, entry.opcode, entry.queuePair.number());
    into.payload(entry.length, 0);
    entry.queuePair.polled(entry.covers);
  }
}
