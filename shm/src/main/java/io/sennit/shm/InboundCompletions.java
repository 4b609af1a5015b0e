// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;

/**
 * The owner's end of a {@link CompletionRing}. Every entry is copied, checked against what is
 * outstanding here, and only then believed.
 */
final class InboundCompletions {
  private final ShmDomain domain;
  private final Own own;
  private final int depth;
  private final long ring;
  private long consumed;

  InboundCompletions(ShmDomain domain, int depth) {
    this.domain = domain;
    this.own = domain.own();
    this.depth = depth == 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
    ring = own.allocateRing(CompletionRing.bytes(this.depth));
  }

  long ring() {
    return ring;
  }

  int depth() {
    return depth;
  }

  boolean isEmpty() {
    long stamp = Words.acquireLong(own.file(), entry() + CompletionRing.STAMP);
    return stamp != consumed + 1;
  }

  private long entry() {
    return CompletionRing.entryAt(ring, depth, consumed);
  }

  /** Whether the peer found no room: a bound of this side's was too low. */
  boolean hasOverflowed() {
    return Words.opaqueInt(own.file(), ring + CompletionRing.OVERFLOW) != 0;
  }

  /** Fills entries of {@code into} from {@code from} on; returns the end of what is filled. */
  int poll(WorkCompletion[] into, int from) {
    int at = from;
    try {
      while (at < into.length && !domain.hasFailed() && !isEmpty()) {
        take(into[at]);
        at++;
        consumed++;
      }
    } catch (MalformedPeerException e) {
      domain.fail(e);
    }
    if (at > from) {
      Words.releaseLong(own.file(), ring + CompletionRing.HEAD, consumed);
    }
    return at;
  }

  private void take(WorkCompletion into) throws MalformedPeerException {
    long entry = entry();
    int sequence = Words.opaqueInt(own.file(), entry + CompletionRing.RECEIVE);
    int page = Words.opaqueInt(own.file(), entry + CompletionRing.RECEIVE_RING);
    int length = Words.opaqueInt(own.file(), entry + CompletionRing.LENGTH);
    int immediate = Words.opaqueInt(own.file(), entry + CompletionRing.IMMEDIATE);
    int word = Words.opaqueInt(own.file(), entry + CompletionRing.QUEUE_PAIR);
    int pairSlot = Words.opaqueInt(own.file(), entry + CompletionRing.QUEUE_PAIR_SLOT);
    CompletionRing.Kind kind = CompletionRing.Kind.of(word >>> 24);
    ShmSharedReceiveQueue receives = domain.receiveQueue(page);
    int slot = receives == null ? -1 : receives.find(sequence);
    if (kind == null || receives == null || slot < 0 || !fits(kind, length, receives, slot)) {
      throw new MalformedPeerException(
          "a completion of kind %d for receive %d of queue %d, %d bytes"
              .formatted(word >>> 24, sequence, page, length));
    }
    int number = word & 0xffffff;
    into.set(receives.finish(slot), status(kind), opcode(kind), number);
    into.payload(length, immediate);
    if (kind == CompletionRing.Kind.SENT_IMMEDIATE) {
      into.withImmediate();
    }
    if (status(kind) != CompletionStatus.SUCCESS) {
      domain.breakQueuePair(pairSlot, number);
    }
  }

  private static boolean fits(
      CompletionRing.Kind kind, int length, ShmSharedReceiveQueue receives, int slot) {
    boolean sent =
        kind == CompletionRing.Kind.RECEIVED || kind == CompletionRing.Kind.SENT_IMMEDIATE;
    int most = sent ? receives.length(slot) : ShmDomain.CAPABILITIES.maxMessageBytes();
    return length >= 0 && length <= most;
  }

  private static CompletionStatus status(CompletionRing.Kind kind) {
    return switch (kind) {
      case RECEIVED, RECEIVED_IMMEDIATE, SENT_IMMEDIATE -> CompletionStatus.SUCCESS;
      case TOO_LONG -> CompletionStatus.LOCAL_LENGTH_ERROR;
      case NOT_ALLOWED -> CompletionStatus.LOCAL_PROTECTION_ERROR;
    };
  }

  private static Opcode opcode(CompletionRing.Kind kind) {
    return kind == CompletionRing.Kind.RECEIVED_IMMEDIATE
        ? Opcode.RECEIVE_WITH_IMMEDIATE
        : Opcode.RECEIVE;
  }
}
