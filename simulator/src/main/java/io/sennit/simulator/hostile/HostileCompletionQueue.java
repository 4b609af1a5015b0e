// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Completions in the order in which they were made; pollable once they have been revealed. */
public final class HostileCompletionQueue implements CompletionQueue {
  private final HostileDomain domain;
  private final int depth;
  private final ArrayDeque<Entry> hidden = new ArrayDeque<>();
  private final ArrayDeque<Entry> visible = new ArrayDeque<>();

  HostileCompletionQueue(HostileDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  /** A completion; {@code sender} is the queue pair that gets its place back, if it was a send. */
  private record Entry(
      @Nullable HostileQueuePair sender,
      long id,
      CompletionStatus status,
      Opcode opcode,
      int bytes,
      int number) {}

  public HostileDomain domain() {
    return domain;
  }

  void sent(HostileQueuePair half, Flight flight, CompletionStatus status) {
    push(new Entry(half, flight.id, status, flight.opcode, flight.length, half.number()));
  }

  void received(HostileQueuePair half, long id, int bytes) {
    push(new Entry(null, id, CompletionStatus.SUCCESS, Opcode.RECEIVE, bytes, half.number()));
  }

  private void push(Entry entry) {
    if (hidden.size() + visible.size() == depth) {
      throw new IllegalStateException("a completion queue of " + depth + " overflows");
    }
    hidden.add(entry);
    domain.fabric().hands().onCompleted(this);
  }

  /** Makes everything pollable that is there. */
  public void reveal() {
    visible.addAll(hidden);
    hidden.clear();
  }

  @Override
  public int poll(WorkCompletion[] into) {
    int filled = 0;
    while (filled < into.length && !visible.isEmpty()) {
      Entry entry = visible.remove();
      into[filled++]
          .set(entry.id(), entry.status(), entry.opcode(), entry.number())
          .payload(entry.bytes(), 0);
      if (entry.sender() != null) {
        entry.sender().polled();
      }
    }
    return filled;
  }

  /** The domain's loop is woken by whoever reveals. */
  @Override
  public boolean arm() {
    return visible.isEmpty();
  }
}
