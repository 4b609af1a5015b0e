// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue that can be made to overflow, whatever its depth: its queue pairs go to ERROR.
 * Either the completion that is one too many says so and none is lost, as in this project's
 * providers; or the queue is of no use any more, as a NIC's, and what was in it and what comes is
 * lost.
 */
final class HostCompletionQueue implements CompletionQueue {
  private final CompletionQueue queue;
  private final @Nullable FullHeap heap;
  private final List<QueuePair> users = new ArrayList<>();
  private boolean marked;
  private boolean dead;

  /** @param heap that may be full when it is polled */
  HostCompletionQueue(CompletionQueue queue, Optional<FullHeap> heap) {
    this.queue = queue;
    this.heap = heap.orElse(null);
  }

  CompletionQueue inner() {
    return queue;
  }

  void add(QueuePair user) {
    users.add(user);
  }

  /** Whether some queue pair that completes here can be used. */
  boolean isUsed() {
    users.removeIf(user -> user.state() == QueuePairState.DESTROYED);
    return !dead && users.stream().anyMatch(HostCompletionQueue::isUsable);
  }

  private static boolean isUsable(QueuePair user) {
    return user.state() == QueuePairState.READY_TO_SEND;
  }

  /** One of the completions to come says so, and none is lost. */
  void overflow() {
    marked = true;
    breakUsers();
  }

  /** Nothing is ever told here again. */
  void die() {
    dead = true;
    breakUsers();
  }

  private void breakUsers() {
    users.stream().filter(HostCompletionQueue::isUsable).forEach(QueuePair::toError);
  }

  /** Queue pairs that complete here, as they were numbered. */
  List<Integer> userNumbers() {
    return users.stream().map(QueuePair::number).toList();
  }

  @Override
  public int poll(WorkCompletion[] into) {
    if (heap != null) {
      heap.call();
    }
    int filled = pollTrue(into);
    if (dead) {
      return lose(into, filled);
    }
    if (marked && filled > 0) {
      marked = false;
      WorkCompletion told = into[0];
      told.set(
          told.id(),
          CompletionStatus.LOCAL_QUEUE_PAIR_ERROR,
          told.opcode(),
          told.queuePairNumber());
    }
    return filled;
  }

  /** Nobody is told what became of lies. */
  private int pollTrue(WorkCompletion[] into) {
    int polled = queue.poll(into);
    int kept = 0;
    for (int at = 0; at < polled; at++) {
      WorkCompletion completion = into[at];
      if (!LyingMouth.isLie(completion.id())) {
        into[at] = into[kept];
        into[kept++] = completion;
      }
    }
    return kept > 0 || polled == 0 ? kept : pollTrue(into);
  }

  /** A queue pair that was made since breaks as soon as it completes something. */
  private int lose(WorkCompletion[] into, int filled) {
    for (int lost = filled; lost > 0; lost = pollTrue(into)) {
      breakUsers();
    }
    return 0;
  }

  @Override
  public boolean arm() {
    return queue.arm();
  }
}
