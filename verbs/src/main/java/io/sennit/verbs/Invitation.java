// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** The inviting half of a rendezvous; see {@link Device#invite}. Safe from any thread. */
public interface Invitation extends AutoCloseable {
  /** Bytes for the peer, at most 1,024. */
  byte[] offer();

  /**
   * Finishes the rendezvous; may block up to the given time, so never on a loop thread.
   *
   * @param answer the peer's bytes, untrusted
   */
  ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException;

  /** Gives everything back unless completed; a late peer finds nobody. */
  @Override
  void close();
}
