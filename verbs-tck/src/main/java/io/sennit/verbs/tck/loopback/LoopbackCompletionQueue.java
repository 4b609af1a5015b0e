// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Completions in the order in which they were made. Guarded by the fabric. */
final class LoopbackCompletionQueue implements CompletionQueue {
  private final LoopbackDomain domain;
  private final int depth;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private final ArrayDeque<Entry> spare = new ArrayDeque<>();
  private final List<LoopbackQueuePair> users = new ArrayList<>();
  private boolean armed;

  LoopbackCompletionQueue(LoopbackDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  void addUser(LoopbackQueuePair queuePair) {
    users.add(queuePair);
  }

  void removeUser(LoopbackQueuePair queuePair) {
    users.remove(queuePair);
  }

  LoopbackDomain domain() {
    return domain;
  }

  @Override
  public int poll(WorkCompletion[] into) {
    synchronized (domain.fabric()) {
      int filled = 0;
      while (filled < into.length && !entries.isEmpty()) {
        Entry entry = entries.remove();
        entry.deliver(into[filled++]);
        spare.push(entry);
      }
      return filled;
    }
  }

  @Override
  public boolean arm() {
    synchronized (domain.fabric()) {
      armed = entries.isEmpty();
      return armed;
    }
  }

  /** A work request of {@code owner} is over. */
  void pushSent(LoopbackQueuePair owner, Operation operation, CompletionStatus status) {
    Entry entry = entry(owner, true);
    entry.completion.set(operation.id, status, operation.opcode, owner.number());
    entry.completion.payload(operation.length, 0);
    entry.covers = operation.covers;
    push(entry);
  }

  /** A receive was consumed through {@code owner}. */
  void pushReceived(LoopbackQueuePair owner, WorkCompletion received) {
    Entry entry = entry(owner, false);
    copy(received, entry.completion);
    push(entry);
  }

  private Entry entry(LoopbackQueuePair owner, boolean sent) {
    Entry entry = spare.isEmpty() ? new Entry() : spare.pop();
    entry.owner = owner;
    entry.sent = sent;
    return entry;
  }

  private void push(Entry entry) {
    boolean overflow = entries.size() >= depth;
    entries.add(entry);
    if (overflow) {
      overflow(entry);
    }
    if (armed) {
      armed = false;
      domain.signal();
    }
  }

  /**
   * Entries over the depth are kept, so that even then every request has its completion; they are
   * bounded, since nothing new is executed once the users are in ERROR.
   */
  private void overflow(Entry entry) {
    WorkCompletion last = entry.completion;
    if (last.status() == CompletionStatus.SUCCESS) {
      Opcode opcode = last.opcode();
      last.set(last.id(), CompletionStatus.LOCAL_QUEUE_PAIR_ERROR, opcode, last.queuePairNumber());
    }
    for (LoopbackQueuePair user : List.copyOf(users)) {
      domain.tell(AsyncEvent.Kind.QUEUE_PAIR_FATAL, user);
      user.enterError();
    }
  }

  private static void copy(WorkCompletion from, WorkCompletion to) {
    to.set(from.id(), from.status(), from.opcode(), from.queuePairNumber());
    to.payload(from.byteLength(), from.immediate());
    if (from.hasImmediate()) {
      to.withImmediate();
    }
    if (from.hasInvalidated()) {
      to.withInvalidated(from.invalidatedKey());
    }
  }

  private static final class Entry {
    final WorkCompletion completion = new WorkCompletion();

    @Nullable
    LoopbackQueuePair owner;

    boolean sent;

    /** Requests of the owner that are over with this one. */
    int covers;

    void deliver(WorkCompletion into) {
      copy(completion, into);
      if (sent && owner != null) {
        owner.polled(covers);
      }
      owner = null;
    }
  }
}
