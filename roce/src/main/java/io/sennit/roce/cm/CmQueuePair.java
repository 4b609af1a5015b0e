// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** A queue pair in INIT that a connection is made for. */
public interface CmQueuePair {
  /** What the peer has to know of it. */
  QueuePairTerms terms();

  /**
   * The peer's queue pair is known: connect this one to it, so that it is ready before the peer is
   * told. Called once.
   *
   * @throws IllegalArgumentException if it cannot be connected to that; the connection ends
   * @throws IllegalStateException the same
   */
  void connect(RemoteEnd remote);
}
