// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * One WRITE, READ or atomic, in chunks over all strands. Confined to the owner thread; not valid any
 * more once {@link TransferListener#onReleased} has returned.
 */
@SuppressWarnings("DoNotCallSuggester") // Signatures first; the engine follows.
public final class Transfer {
  Transfer() {}

  /** Bytes to move. */
  public long lengthBytes() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The peer's memory. */
  public RemoteSpan span() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** What is known about its effect. */
  public Outcome outcome() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** What an atomic found; only once delivered. */
  public long found() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Gives up: nothing more is posted, {@code onFailed} is called unless it has been delivered (inside
   * the next poll), {@code onReleased} once what was posted has ended. A READ then frees the peer's
   * loan, a WRITE declines the peer's grant.
   */
  public void abort(String cause) {
    throw new UnsupportedOperationException("not built yet");
  }
}
