// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** What a work request asks for, and what a completion reports. */
public enum Opcode {
  /** Two-sided: lands in a receive posted by the peer and completes there. */
  SEND,
  /** As SEND, and carries 32 bits to the peer's completion ({@link Feature}). */
  SEND_WITH_IMMEDIATE,
  /**
   * As SEND, and closes a memory window of the peer's, which the receive's completion names. A READ
   * through that window must have completed before.
   */
  SEND_WITH_INVALIDATE,
  /** One-sided: places bytes in the peer's memory; the peer sees no completion. */
  WRITE,
  /** One-sided write that also consumes a receive and carries 32 bits to the peer. */
  WRITE_WITH_IMMEDIATE,
  /** One-sided: fetches bytes of the peer's memory; the peer sees no completion. */
  READ,
  /** Atomic on an aligned 64-bit word of the peer's memory; returns the value found. */
  COMPARE_AND_SWAP,
  /** Atomic on an aligned 64-bit word of the peer's memory; returns the value found. */
  FETCH_AND_ADD,
  /**
   * One-sided: stores an aligned 64-bit word in the peer's memory, all of it at once, when all that
   * was posted before is in place ({@link Feature}).
   */
  ATOMIC_WRITE,
  /**
   * One-sided: is over when what was written through this queue pair before is placed as asked
   * ({@link WorkRequest#flush}, {@link Feature}).
   */
  FLUSH,
  /** Local: opens a part of a region by the key of a {@link MemoryWindow}. */
  BIND_WINDOW,
  /** Local: closes a memory window. */
  LOCAL_INVALIDATE,
  /** Completion only: a receive was consumed by a SEND of any kind. */
  RECEIVE,
  /** Completion only: a receive was consumed by a WRITE_WITH_IMMEDIATE. */
  RECEIVE_WITH_IMMEDIATE;

  /** Whether a work request may carry this opcode. */
  public boolean postable() {
    return this != RECEIVE && this != RECEIVE_WITH_IMMEDIATE;
  }

  /** Whether it works on one aligned 64-bit word of the peer's memory, and fetches it. */
  public boolean isAtomic() {
    return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
  }

  /** Whether it asks nothing of the peer. */
  public boolean isLocal() {
    return this == BIND_WINDOW || this == LOCAL_INVALIDATE;
  }

  /** Whether bytes flow from the peer into the local range of the work request. */
  public boolean fetches() {
    return this == READ || isAtomic();
  }

  /**
   * Whether the peer answers it by itself and keeps the answer, so that it takes one of
   * {@link Capabilities#maxReadAtomic} places.
   */
  public boolean isAnswered() {
    return fetches() || this == ATOMIC_WRITE || this == FLUSH;
  }
}
