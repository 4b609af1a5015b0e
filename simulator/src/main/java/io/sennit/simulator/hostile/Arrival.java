// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * What the peer's half does with a request. One in ERROR takes no SEND any more; what is one-sided
 * it still executes, and does not acknowledge. Only a destroyed one executes nothing.
 */
final class Arrival {
  private Arrival() {}

  /** Whether the peer's half is not connected yet: requests wait for it. */
  static boolean isAwaited(HostileQueuePair half) {
    if (half.domain().peer() == null) {
      return half.state() != QueuePairState.DESTROYED;
    }
    HostileQueuePair target = target(half);
    return target != null && target.state() == QueuePairState.INIT;
  }

  private static @Nullable HostileQueuePair target(HostileQueuePair half) {
    HostileDomain peer = half.domain().peer();
    return peer == null ? null : peer.half(half.remoteNumber());
  }

  static CompletionStatus of(HostileQueuePair half, Flight flight) {
    HostileQueuePair target = target(half);
    if (target == null || target.remoteNumber() != half.number()) {
      return CompletionStatus.RETRY_EXCEEDED;
    }
    boolean broken = target.state() == QueuePairState.ERROR;
    CompletionStatus status = switch (flight.opcode) {
      case SEND -> broken ? CompletionStatus.RETRY_EXCEEDED : send(half, target, flight);
      case WRITE -> write(half, target, flight);
      default -> read(half, target, flight);
    };
    if (status == CompletionStatus.REMOTE_ACCESS_ERROR) {
      target.enterError();
    }
    return broken ? CompletionStatus.RETRY_EXCEEDED : status;
  }

  private static CompletionStatus send(
      HostileQueuePair half, HostileQueuePair target, Flight flight) {
    HostileReceiveQueue receives = (HostileReceiveQueue) target.config().receives();
    if (receives.posted() == 0 && half.domain().fabric().hands().isLiar(half)) {
      return CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
    }
    HostileReceiveQueue.Receive receive = receives.take();
    if (flight.length > receive.length()) {
      throw new IllegalStateException(
          "a SEND of " + flight.length + " bytes met a receive of " + receive.length());
    }
    place(half, flight, receive.region(), receive.offset());
    ((HostileCompletionQueue) target.config().receiveCompletions())
        .received(target, receive.id(), flight.length);
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus write(
      HostileQueuePair half, HostileQueuePair target, Flight flight) {
    if (flight.length == 0) {
      return CompletionStatus.SUCCESS;
    }
    HostileRegion region = reachable(target, flight, Access.REMOTE_WRITE);
    if (region == null) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    place(half, flight, region, flight.remoteAddress - region.address());
    return CompletionStatus.SUCCESS;
  }

  private static CompletionStatus read(
      HostileQueuePair half, HostileQueuePair target, Flight flight) {
    if (flight.length == 0) {
      return CompletionStatus.SUCCESS;
    }
    HostileRegion region = reachable(target, flight, Access.REMOTE_READ);
    if (region == null) {
      return CompletionStatus.REMOTE_ACCESS_ERROR;
    }
    long offset = flight.remoteAddress - region.address();
    half.domain().fabric().hands().onMoved(half, flight, region, offset);
    if (!flight.over) {
      MemorySegment.copy(region.segment(), offset, flight.target(), 0, flight.length);
    }
    return CompletionStatus.SUCCESS;
  }

  private static @Nullable HostileRegion reachable(
      HostileQueuePair target, Flight flight, Access right) {
    HostileRegion region = target.domain().region(flight.remoteKey);
    if (region == null || !region.allows(right)) {
      return null;
    }
    long offset = flight.remoteAddress - region.address();
    return region.contains(offset, flight.length) ? region : null;
  }

  private static void place(HostileQueuePair half, Flight flight, HostileRegion into, long offset) {
    Hands hands = half.domain().fabric().hands();
    boolean sendable = !flight.succeeded && half.state() != QueuePairState.DESTROYED;
    byte[] bytes = sendable && hands.readsAgain(flight) ? flight.payload() : flight.first();
    hands.onMoved(half, flight, into, offset);
    MemorySegment.copy(bytes, 0, into.segment(), ValueLayout.JAVA_BYTE, offset, bytes.length);
  }
}
