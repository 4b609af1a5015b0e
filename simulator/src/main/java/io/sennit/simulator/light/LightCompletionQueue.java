// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import java.util.ArrayDeque;

/** Completions, and a call when one comes to a queue that is armed. */
final class LightCompletionQueue implements CompletionQueue {
  private record Entry(long id, CompletionStatus status, Opcode opcode, int bytes, int queuePair) {}

  private final int depth;
  private final Runnable wake;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private boolean armed;

  LightCompletionQueue(int depth, Runnable wake) {
    this.depth = depth;
    this.wake = wake;
  }

  void add(long id, CompletionStatus status, Opcode opcode, int bytes, int queuePair) {
    if (entries.size() == depth) {
      throw new IllegalStateException("more than " + depth + " completions");
    }
    entries.add(new Entry(id, status, opcode, bytes, queuePair));
    if (armed) {
      armed = false;
      wake.run();
    }
  }

  @Override
  public int poll(WorkCompletion[] into) {
    int count = Math.min(into.length, entries.size());
    for (int at = 0; at < count; at++) {
      Entry entry = entries.remove();
      into[at].set(entry.id, entry.status, entry.opcode, entry.queuePair).payload(entry.bytes, 0);
    }
    return count;
  }

  @Override
  public boolean arm() {
    armed = true;
    return entries.isEmpty();
  }
}
