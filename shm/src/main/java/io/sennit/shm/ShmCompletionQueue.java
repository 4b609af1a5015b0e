// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.invoke.VarHandle;

/** Two sources of completions, this side's requests and the peer's, polled in turn. */
final class ShmCompletionQueue implements CompletionQueue {
  private final ShmDomain domain;
  private final int depth;
  private final LocalCompletions local = new LocalCompletions();
  private final InboundCompletions inbound;
  private boolean inboundFirst;
  private boolean overflowed;
  private boolean armed;

  ShmCompletionQueue(ShmDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
    inbound = new InboundCompletions(domain, depth);
  }

  ShmDomain domain() {
    return domain;
  }

  LocalCompletions local() {
    return local;
  }

  InboundCompletions inbound() {
    return inbound;
  }

  /** Adds a completion; one too many makes it, and the queue pairs, fail, but none is lost. */
  void add(ShmQueuePair queuePair, WorkRequest request, CompletionStatus status, int covers) {
    boolean overflows = local.size() >= depth;
    CompletionStatus told = overflows ? CompletionStatus.LOCAL_QUEUE_PAIR_ERROR : status;
    local.add(queuePair, request, told, covers);
    if (armed) {
      armed = false;
      domain.announceOwnEvent();
    }
    if (overflows) {
      overflow();
    }
  }

  private void overflow() {
    if (!overflowed) {
      overflowed = true;
      domain.overflow(this, depth);
    }
  }

  @Override
  public int poll(WorkCompletion[] into) {
    if (domain.isClosed()) {
      return pollLocal(into, 0);
    }
    domain.resumeWaiting();
    inboundFirst = !inboundFirst;
    return inboundFirst
        ? pollLocal(into, pollInbound(into, 0))
        : pollInbound(into, pollLocal(into, 0));
  }

  private int pollLocal(WorkCompletion[] into, int from) {
    int at = from;
    while (at < into.length && local.size() > 0) {
      local.take(into[at]);
      at++;
    }
    return at;
  }

  private int pollInbound(WorkCompletion[] into, int from) {
    if (inbound.hasOverflowed()) {
      overflow();
    }
    return inbound.poll(into, from);
  }

  @Override
  public boolean arm() {
    if (domain.isClosed()) {
      return local.size() == 0;
    }
    domain.own().announceSleep();
    VarHandle.fullFence();
    armed = local.size() == 0 && (domain.hasFailed() || inbound.isEmpty());
    return armed;
  }
}
