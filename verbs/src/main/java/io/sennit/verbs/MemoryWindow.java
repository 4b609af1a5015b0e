// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * A key that opens a part of a region to the peer for as long as it is bound: IBTA's memory window
 * of type 2B. It is bound by {@link Opcode#BIND_WINDOW}, opens its range through the queue pair
 * that bound it and no other, and is closed by {@link Opcode#LOCAL_INVALIDATE}, by the peer's
 * {@link Opcode#SEND_WITH_INVALIDATE}, or when that queue pair is destroyed.
 *
 * <p>Ownership: whoever allocated it, until {@link #deallocate}. Thread: the domain's.
 */
public interface MemoryWindow {
  /**
   * The key that it has while it is bound with a tail. The other 24 bits are unpredictable.
   *
   * @param keyTail 0 to 255; another one at each bind tells old keys from new ones
   */
  int remoteKey(int keyTail);

  /** Ends it; if it is bound, its key is refused from now on. Once more does nothing. */
  void deallocate();
}
