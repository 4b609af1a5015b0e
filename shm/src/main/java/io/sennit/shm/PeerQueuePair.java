// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The peer's half of a connection, as the initiator sees it, and the initiator's part of the fence:
 * every piece of work is announced before the peer's state is looked at. Either the initiator sees
 * that the peer has left READY and touches nothing, or the peer sees the announcement and waits.
 */
final class PeerQueuePair {
  private final Peer peer;
  private final int slot;
  private final int number;
  private final long entry;
  private final long ready;
  private final PeerReceives receives;
  private final PeerCompletions completions;

  /**
   * @param address where the peer says it is
   * @param localNumber the queue pair that it must be connected to
   */
  PeerQueuePair(Peer peer, QueuePairAddress address, int localNumber)
      throws MalformedPeerException {
    this.peer = peer;
    slot = address.slot();
    number = address.number();
    if (slot < 0 || slot >= peer.layout().maxQueuePairs()) {
      throw new MalformedPeerException("queue pair slot " + slot);
    }
    entry = peer.layout().queuePairAt(slot);
    ready = Layout.identity(Layout.STATE_READY, number, localNumber);
    MemorySegment file = peer.file();
    receives = peer.receives(
        file.get(ValueLayout.JAVA_LONG, entry + Layout.RECEIVES_AT),
        file.get(ValueLayout.JAVA_INT, entry + Layout.RECEIVES_DEPTH));
    completions = peer.completions(
        file.get(ValueLayout.JAVA_LONG, entry + Layout.COMPLETIONS_AT),
        file.get(ValueLayout.JAVA_INT, entry + Layout.COMPLETIONS_DEPTH));
  }

  int slot() {
    return slot;
  }

  int number() {
    return number;
  }

  PeerReceives receives() {
    return receives;
  }

  PeerCompletions completions() {
    return completions;
  }

  /** Whether it exists but is not connected yet, so that it is worth waiting for. */
  boolean isAwaited() {
    long identity = Words.acquireLong(peer.file(), entry + Layout.IDENTITY);
    return Layout.state(identity) == Layout.STATE_INIT && Layout.number(identity) == number;
  }

  /**
   * Begins a piece of work; {@link #leave} must follow in any case. False: nothing may be touched.
   */
  boolean enter() {
    Words.opaqueLong(peer.file(), entry + Layout.IN_OPERATION, peer.nextOperation());
    VarHandle.fullFence();
    return Words.acquireLong(peer.file(), entry + Layout.IDENTITY) == ready;
  }

  /** Ends a piece of work: all that it wrote is there before this is seen. */
  void leave() {
    Words.releaseLong(peer.file(), entry + Layout.IN_OPERATION, 0);
  }

  /**
   * Tells the peer that it refused a bad request, which puts its half into ERROR; by number, since
   * the entry may belong to another queue pair by now.
   */
  void fault() {
    Words.releaseInt(peer.file(), entry + Layout.FAULT, number);
  }
}
