// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;

/**
 * Own memory that the peer may touch. Confined to the owner thread; not valid any more once its
 * {@code onReleased} has run.
 */
@SuppressWarnings("DoNotCallSuggester") // Signatures first; the engine follows.
public abstract sealed class Lease permits Grant, Loan {
  Lease() {}

  /** What to tell the peer. */
  public final RemoteSpan span() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Ends the lease at once: for the case that no peer ever heard of it (its message was not sent, or
   * the peer confirmed that it never will be delivered). Runs {@code onReleased}.
   */
  public final void withdraw() {
    throw new UnsupportedOperationException("not built yet");
  }

  final MemoryRegion region() {
    throw new UnsupportedOperationException("not built yet");
  }
}
