// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

/** What decides which step of which request happens when. Called on the world's thread. */
public interface Hands {
  /** A request is under way: {@link HostileQueuePair#execute} may be called once more. */
  void onPosted(HostileQueuePair half, Flight flight);

  /** A queue pair is in ERROR, and has requests: {@link HostileQueuePair#flush} must be called. */
  default void onBroken(HostileQueuePair half) {}

  /** A completion is there: {@link HostileCompletionQueue#reveal} must be called. */
  void onCompleted(HostileCompletionQueue queue);

  /** Whether what a half sends may break the protocol; its SENDs then may meet no receive. */
  default boolean isLiar(HostileQueuePair half) {
    return false;
  }

  /** Whether {@code destroy()} answers false this time; in the end it must not. */
  boolean refusesDestruction(HostileQueuePair half);

  /**
   * Whether a request whose initiator may still send it again reads its source memory now, and does
   * not carry what was there at the post.
   */
  boolean readsAgain(Flight flight);

  /** What a peer has to know of a host's port that came after the rendezvous. */
  default byte[] portAddress(HostileDomain domain, int localPort) {
    throw new UnsupportedOperationException("ports stay what they are");
  }

  /** The peer has told of such a port; whether anything is new. */
  default boolean addRemotePort(HostileDomain domain, int port, byte[] address) {
    throw new UnsupportedOperationException("ports stay what they are");
  }

  /** Bytes are about to move between memories of the two sides. */
  void onMoved(HostileQueuePair half, Flight flight, HostileRegion remote, long remoteOffset);
}
