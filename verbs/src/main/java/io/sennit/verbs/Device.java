// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.List;
import java.util.stream.IntStream;

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

  /**
   * Its ports now. Further ones may be added at the end while it is open, of which each channel
   * tells ({@link PortEvent.Kind#PORT_ADDED}); none is ever taken out, and no index used again. An
   * invitation and an acceptance tell the peer of all ports that were listed before.
   */
  List<Port> ports();

  /**
   * Labels by which paths between the same two ports are told apart. Both sides name a path by the
   * same label; what a label makes packets carry is each side's own choice (on RoCEv2 the UDP
   * source port, a free one of each process). Any label that some device of this provider hands out
   * is good for paths of every other.
   *
   * @param wanted how many, at least 1
   * @return distinct and positive, the same ones at every call; fewer than wanted, but at least
   *     one, where there are no more
   */
  default List<Integer> routeLabels(int wanted) {
    return IntStream.rangeClosed(1, wanted).boxed().toList();
  }

  /**
   * How many paths to one peer are worth having unless somebody says another number: 2 where all go
   * one way, so that a session never hangs on a single queue pair; more where a fabric spreads
   * them.
   *
   * @return at least 1
   */
  default int usualPaths() {
    return 2;
  }

  /**
   * How many route labels between two ports may be worth having for a flow that fills the usual
   * paths: further ones find routes of the fabric that those have missed.
   *
   * @return 0 to 64; 0 if no other route can bring more
   */
  default int mostLabels() {
    return 0;
  }

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
