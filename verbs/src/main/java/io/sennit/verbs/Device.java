// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.List;

/**
 * An open provider in this process. Safe from any thread.
 *
 * <p>Two processes come together by a rendezvous whose bytes travel over a channel that already
 * exists (the session's bootstrap): one side {@link #invite}s and sends the offer, the other
 * {@link #accept}s it and sends the answer, the first completes the invitation with it. Both then
 * have a {@link ProtectionDomain}.
 */
public interface Device extends AutoCloseable {
  Capabilities capabilities();

  List<Port> ports();

  CompletionChannel createCompletionChannel();

  /** Begins a rendezvous; never blocks for long. Close the invitation if it is not completed. */
  Invitation invite(DomainConfig config, CompletionChannel channel) throws RendezvousException;

  /**
   * Answers a peer's offer; may block up to the given time, so never on a loop thread.
   *
   * @param offer the peer's bytes, untrusted
   * @throws RendezvousException with the reason in plain words: malformed, another host, refused,
   *     too slow
   */
  Acceptance accept(byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException;

  @Override
  void close();
}
