// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.MemoryAccount;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a session may hold: its accounts of heap and of registered memory. Safe from any thread.
 *
 * <p>Ownership: whoever admitted the session, until a {@link LiveSession} takes it over.
 */
final class SessionMemory {
  private final MemoryAccount heap;
  private final MemoryAccount registered;
  private final long idleHeapBytes;
  private final Runnable onGone;
  private final AtomicBoolean gone = new AtomicBoolean();

  /**
   * Takes two accounts over, once it has begun.
   *
   * @param idleHeapBytes within the floor of the account
   * @param onGone run once, by {@link #gone}
   */
  SessionMemory(MemoryAccount heap, MemoryAccount registered, long idleHeapBytes, Runnable onGone) {
    this.heap = heap;
    this.registered = registered;
    this.idleHeapBytes = idleHeapBytes;
    this.onGone = onGone;
  }

  /** Charges what the session holds in any case. */
  void begin() {
    if (!heap.tryCharge(idleHeapBytes)) {
      throw new IllegalStateException("a floor below what an idle session holds: " + heap);
    }
  }

  /** Charged for what is allocated on the peer's word. */
  MemoryAccount heap() {
    return heap;
  }

  /** Charged for what is registered in the session's domain. */
  MemoryAccount registered() {
    return registered;
  }

  /** The session has ended: nothing more is charged, and what is free of the floors goes back. */
  void close() {
    heap.close();
    registered.close();
  }

  /** Nothing of the session is left, its domain included; a second time changes nothing. */
  void gone() {
    if (gone.compareAndSet(false, true)) {
      close();
      heap.release(idleHeapBytes);
      registered.release(registered.chargedBytes());
      onGone.run();
    }
  }
}
