// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds and closes memory windows. Guarded by the fabric. */
final class LocalOperations {
  private LocalOperations() {}

  static CompletionStatus execute(LoopbackQueuePair queuePair, Operation operation) {
    WorkRequest request = operation.request;
    if (operation.opcode == Opcode.BIND_WINDOW) {
      return bind(queuePair, request)
          ? CompletionStatus.SUCCESS
          : CompletionStatus.MEMORY_WINDOW_BIND_ERROR;
    }
    return invalidate(queuePair, request.invalidatedKey())
        ? CompletionStatus.SUCCESS
        : CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
  }

  private static boolean bind(LoopbackQueuePair queuePair, WorkRequest request) {
    if (!(request.window() instanceof LoopbackWindow window)
        || !(request.localRegion() instanceof LoopbackRegion region)
        || window.domain() != queuePair.domain()
        || region.domain() != queuePair.domain()
        || !region.contains(request.localOffset(), request.length())
        || !mayBeBound(region, request.windowAccess())) {
      return false;
    }
    return window.bind(
        request.keyTail(),
        new LoopbackWindow.Binding(
            queuePair,
            region,
            request.localOffset(),
            request.length(),
            Set.copyOf(request.windowAccess())));
  }

  private static boolean mayBeBound(LoopbackRegion region, Set<Access> access) {
    boolean writes = access.contains(Access.REMOTE_WRITE) || access.contains(Access.REMOTE_ATOMIC);
    return region.allows(Access.BIND_WINDOW) && (!writes || region.allows(Access.LOCAL_WRITE));
  }

  /** Closes the window that a key opens through a queue pair; false if there is none. */
  static boolean invalidate(LoopbackQueuePair queuePair, int key) {
    @Nullable LoopbackWindow window = queuePair.domain().window(key);
    LoopbackWindow.Binding binding = window == null ? null : window.binding(key);
    boolean opens = binding != null && binding.through() == queuePair;
    if (opens && window != null) {
      window.unbind();
    }
    return opens;
  }
}
