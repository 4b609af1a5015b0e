// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All memory and queue pairs that one peer can reach. Made by a rendezvous ({@link Invitation},
 * {@link Device#accept}).
 *
 * <p>Owned by one thread like everything in it, except {@link #allocate}, which is safe from any
 * thread.
 */
public interface ProtectionDomain {
  Capabilities capabilities();

  /**
   * Allocates and registers zeroed memory, page-aligned.
   *
   * @param bytes 1 to what {@link DomainConfig#memoryBytes} leaves
   * @throws OutOfRegisteredMemoryException with a sentence that says which limit was hit and how to
   *     raise it; never a crash later on first touch
   */
  MemoryRegion allocate(long bytes, Set<Access> access);

  /**
   * Allocates a window that is not bound ({@link Feature#MEMORY_WINDOWS}).
   *
   * @throws UnsupportedOperationException if the feature is not announced
   * @throws IllegalStateException if there are as many as there may be, or the domain is closed
   */
  default MemoryWindow allocateWindow() {
    throw new UnsupportedOperationException("this provider has no memory windows");
  }

  CompletionQueue createCompletionQueue(int depth);

  SharedReceiveQueue createSharedReceiveQueue(int depth);

  /**
   * Creates a queue pair in INIT.
   *
   * @throws IllegalArgumentException if a bound of {@link Capabilities} is not kept
   */
  QueuePair createQueuePair(QueuePairConfig config);

  /**
   * Takes the oldest event of the domain's queue pairs ({@link Feature#EVENTS}); one that comes
   * ends {@link CompletionChannel#await}. So many are kept that a caller who looks after every
   * await misses none; who never looks has no cost but memory within a bound.
   *
   * @return empty if there is none
   * @throws UnsupportedOperationException if the feature is not announced
   */
  default Optional<AsyncEvent> takeEvent() {
    throw new UnsupportedOperationException("this provider has no events");
  }

  /**
   * What the peer has to know of an own port that came after the rendezvous
   * ({@link PortEvent.Kind#PORT_ADDED}), or has another address than it had then
   * ({@link PortEvent.Kind#ADDRESS_CHANGED}).
   *
   * @return 1 to 48 bytes for the peer's {@link #addRemotePort}
   * @throws IllegalArgumentException if there is no such port
   * @throws UnsupportedOperationException if ports stay what they are
   */
  default byte[] portAddress(int localPort) {
    throw new UnsupportedOperationException("this provider's ports stay what they are");
  }

  /**
   * Takes a port that the peer has got since the rendezvous, so that paths may lead to it, or the
   * address that a port has now. Queue pairs that are connected keep the address that they have;
   * what becomes of them is up to whoever owns them.
   *
   * @param port its index at the peer; of those that are not known the next one
   * @param address the peer's bytes, untrusted
   * @return whether anything is new; false if the port is known, and by this address
   * @throws IllegalArgumentException in a sentence if they are no address, or none that a peer can
   *     have, or it is not the next one
   * @throws UnsupportedOperationException if ports stay what they are
   */
  default boolean addRemotePort(int port, byte[] address) {
    throw new UnsupportedOperationException("this provider's ports stay what they are");
  }

  /**
   * The current addresses of the peer's ports, in the order of the ports: other addresses to dial
   * the peer at. They are the peer's word and no more trusted than the peer.
   *
   * @return empty if they have no addresses of a network
   */
  default List<InetAddress> remoteAddresses() {
    return List.of();
  }

  /**
   * Whether a path can join two ports at all; that packets get through is another matter, which
   * only trying tells.
   */
  default boolean mayJoin(int localPort, int remotePort) {
    return true;
  }

  /** Whether the peer's process has been proved dead; once true, true for ever. */
  boolean peerGone();

  /**
   * Destroys what is left and gives all memory back: segments throw on access from now on.
   *
   * @return false if some queue pair could not be destroyed yet (see {@link QueuePair#destroy()});
   *     the memory stays mapped and the caller tries again later
   */
  boolean close();
}
