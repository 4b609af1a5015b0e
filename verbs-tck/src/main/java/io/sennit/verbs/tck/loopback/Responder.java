// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** What the peer's half does with a request that arrives. Guarded by the fabric. */
final class Responder {
  /** Atomics see the word as the machine's own 64-bit integers. */
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private Responder() {}

  /** Whether the peer's half exists but is not connected yet: requests wait for it. */
  static boolean isAwaited(LoopbackQueuePair initiator) {
    LoopbackQueuePair target = target(initiator);
    return target != null && target.state() == QueuePairState.INIT;
  }

  static CompletionStatus execute(LoopbackQueuePair initiator, Operation operation) {
    LoopbackQueuePair target = target(initiator);
    if (target == null || !accepts(target, initiator, operation)) {
      return CompletionStatus.RETRY_EXCEEDED;
    }
    CompletionStatus status = switch (operation.opcode) {
      case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE -> send(initiator, target, operation);
      case WRITE -> write(initiator, target, operation);
      case WRITE_WITH_IMMEDIATE -> writeWithImmediate(initiator, target, operation);
      case READ -> read(target, operation);
      case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(target, operation);
      case ATOMIC_WRITE -> atomicWrite(initiator, target, operation);
      case FLUSH -> flush(target, operation);
      case BIND_WINDOW, LOCAL_INVALIDATE, RECEIVE, RECEIVE_WITH_IMMEDIATE ->
        CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
    };
    if (breaksResponder(status)) {
      boolean access = status == CompletionStatus.REMOTE_ACCESS_ERROR;
      target
          .domain()
          .tell(
              access
                  ? AsyncEvent.Kind.QUEUE_PAIR_ACCESS_ERROR
                  : AsyncEvent.Kind.QUEUE_PAIR_REQUEST_ERROR,
              target);
      target.enterError();
    }
    return status;
  }

  private static @Nullable LoopbackQueuePair target(LoopbackQueuePair initiator) {
    return initiator.domain().peer().queuePair(initiator.remoteNumber());
  }

  /** A half in ERROR takes nothing new; what had begun, such as a held one-sided copy, goes on. */
  private static boolean accepts(
      LoopbackQueuePair target, LoopbackQueuePair initiator, Operation operation) {
    if (target.remoteNumber() != initiator.number()) {
      return false;
    }
    return target.serves()
        || (target.state() == QueuePairState.ERROR && operation.late && operation.oneSided());
  }

  private static boolean breaksResponder(CompletionStatus status) {
    return status == CompletionStatus.REMOTE_ACCESS_ERROR
        || status == CompletionStatus.REMOTE_INVALID_REQUEST
        || status == CompletionStatus.REMOTE_OPERATION_ERROR;
  }

  private static CompletionStatus send(
      LoopbackQueuePair initiator, LoopbackQueuePair target, Operation operation) {
    int key = operation.request.invalidatedKey();
    boolean invalidates = operation.opcode == Opcode.SEND_WITH_INVALIDATE;
    if (receives(target).posted() == 0) {
      return CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
    }
    if (invalidates && !LocalOperations.invalidate(target, key)) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    LoopbackReceiveQueue.Receive receive = receives(target).take();
    if (receive == null) {
      return CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
    }
    WorkCompletion received = new WorkCompletion();
    if (operation.length > receive.ranges().length()) {
      received.set(
          receive.id(), CompletionStatus.LOCAL_LENGTH_ERROR, Opcode.RECEIVE, target.number());
      completions(target).pushReceived(target, received);
      return CompletionStatus.REMOTE_INVALID_REQUEST;
    }
    if (!LocalRanges.areAlive(receive.ranges())) {
      received.set(
          receive.id(), CompletionStatus.LOCAL_PROTECTION_ERROR, Opcode.RECEIVE, target.number());
      completions(target).pushReceived(target, received);
      return CompletionStatus.REMOTE_OPERATION_ERROR;
    }
    LocalRanges.scatter(payload(initiator, operation), 0, operation.length, receive.ranges());
    received.set(receive.id(), CompletionStatus.SUCCESS, Opcode.RECEIVE, target.number());
    received.payload(operation.length, operation.immediate);
    if (operation.opcode == Opcode.SEND_WITH_IMMEDIATE) {
      received.withImmediate();
    } else if (invalidates) {
      received.withInvalidated(key);
    }
    completions(target).pushReceived(target, received);
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus write(
      LoopbackQueuePair initiator, LoopbackQueuePair target, Operation operation) {
    if (operation.length == 0) {
      return CompletionStatus.SUCCESS;
    }
    LoopbackRegion region = reachable(target, operation, Access.REMOTE_WRITE);
    if (region == null) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    place(initiator, operation, region.segment(), operation.remoteAddress - region.address());
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus writeWithImmediate(
      LoopbackQueuePair initiator, LoopbackQueuePair target, Operation operation) {
    if (receives(target).posted() == 0) {
      return CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
    }
    CompletionStatus written = write(initiator, target, operation);
    LoopbackReceiveQueue.Receive receive =
        written == CompletionStatus.SUCCESS ? receives(target).take() : null;
    if (receive != null) {
      WorkCompletion received = new WorkCompletion();
      received.set(
          receive.id(), CompletionStatus.SUCCESS, Opcode.RECEIVE_WITH_IMMEDIATE, target.number());
      received.payload(operation.length, operation.immediate);
      completions(target).pushReceived(target, received);
    }
    return written;
  }

  private static CompletionStatus read(LoopbackQueuePair target, Operation operation) {
    if (operation.length == 0) {
      return CompletionStatus.SUCCESS;
    }
    LoopbackRegion region = reachable(target, operation, Access.REMOTE_READ);
    if (region == null) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    operation.land(region.segment(), operation.remoteAddress - region.address());
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus atomic(LoopbackQueuePair target, Operation operation) {
    if (operation.remoteAddress % Long.BYTES != 0) {
      return CompletionStatus.REMOTE_INVALID_REQUEST;
    }
    LoopbackRegion region = reachable(target, operation, Access.REMOTE_ATOMIC);
    if (region == null) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    long offset = operation.remoteAddress - region.address();
    long found = region.segment().get(WORD, offset);
    boolean adds = operation.opcode == Opcode.FETCH_AND_ADD;
    if (adds || found == operation.compare) {
      region.segment().set(WORD, offset, operation.swapOrAdd + (adds ? found : 0));
    }
    MemorySegment answer = MemorySegment.ofArray(new byte[Long.BYTES]);
    answer.set(WORD, 0, found);
    operation.land(answer, 0);
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus atomicWrite(
      LoopbackQueuePair initiator, LoopbackQueuePair target, Operation operation) {
    return operation.remoteAddress % Long.BYTES == 0
        ? write(initiator, target, operation)
        : CompletionStatus.REMOTE_INVALID_REQUEST;
  }

  /** All that was executed before is in place; no memory here is more than visible. */
  private static CompletionStatus flush(LoopbackQueuePair target, Operation operation) {
    WorkRequest request = operation.request;
    int key = operation.remoteKey;
    boolean open = request.flushesAll()
        ? opensAll(target, key, Access.FLUSH_GLOBAL)
        : reachable(target, operation, Access.FLUSH_GLOBAL, request.flushedBytes()) != null;
    return open && request.placement() == PlacementType.GLOBAL_VISIBILITY
        ? CompletionStatus.SUCCESS
        : CompletionStatus.REMOTE_ACCESS_ERROR;
  }

  /** Whether a key opens anything for such a purpose. */
  private static boolean opensAll(LoopbackQueuePair target, int key, Access right) {
    LoopbackRegion region = target.domain().region(key);
    LoopbackWindow window = target.domain().window(key);
    LoopbackWindow.Binding binding = window == null ? null : window.binding(key);
    return region == null
        ? binding != null && binding.opens(target, right, binding.offset(), 0)
        : region.allows(right);
  }

  private static @Nullable LoopbackRegion reachable(
      LoopbackQueuePair target, Operation operation, Access right) {
    return reachable(target, operation, right, operation.length);
  }

  private static @Nullable LoopbackRegion reachable(
      LoopbackQueuePair target, Operation operation, Access right, int length) {
    LoopbackRegion region = target.domain().region(operation.remoteKey);
    if (region == null) {
      return reachableThroughWindow(target, operation, right, length);
    }
    if (!region.allows(right)) {
      return null;
    }
    long offset = operation.remoteAddress - region.address();
    return region.contains(offset, length) ? region : null;
  }

  private static @Nullable LoopbackRegion reachableThroughWindow(
      LoopbackQueuePair target, Operation operation, Access right, int length) {
    LoopbackWindow window = target.domain().window(operation.remoteKey);
    LoopbackWindow.Binding binding = window == null ? null : window.binding(operation.remoteKey);
    if (binding == null || target.domain().region(binding.region().remoteKey()) == null) {
      return null;
    }
    long offset = operation.remoteAddress - binding.region().address();
    boolean opens = binding.opens(target, right, offset, length);
    return opens ? binding.region() : null;
  }

  private static void place(
      LoopbackQueuePair initiator, Operation operation, MemorySegment into, long offset) {
    MemorySegment.copy(payload(initiator, operation), 0, into, offset, operation.length);
  }

  private static MemorySegment payload(LoopbackQueuePair initiator, Operation operation) {
    return operation.payload(operation.late && initiator.rereadsSource());
  }

  private static LoopbackReceiveQueue receives(LoopbackQueuePair target) {
    return (LoopbackReceiveQueue) target.config().receives();
  }

  private static LoopbackCompletionQueue completions(LoopbackQueuePair target) {
    return (LoopbackCompletionQueue) target.config().receiveCompletions();
  }
}
