// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.lang.foreign.MemorySegment;

/**
 * Registered memory of one protection domain.
 *
 * <p>Ownership: the region belongs to whoever allocated it until {@link #deregister()} returns
 * true; its segment then throws on access. The segment may be read and written by any thread.
 */
public interface MemoryRegion {
  /** The memory; its size is {@link #length()}. */
  MemorySegment segment();

  /** The address by which the peer names the first byte; opaque to the peer. */
  long address();

  /** Bytes. */
  long length();

  /** What a peer must show for remote access; unpredictable, not reused soon. */
  int remoteKey();

  /**
   * Ends remote access and gives the memory back.
   *
   * @return false if a remote operation that passed the checks may still be touching the memory, or
   *     a {@link MemoryWindow} is bound to a part of it; the key, and that of such a window, is
   *     refused from now on, and the caller tries again later (it never waits here)
   */
  boolean deregister();
}
