// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.MemoryAccount;
import io.sennit.rpc.stream.SessionInfo;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * What peers make a process hold, counted in two trees of accounts: process, peer, session. A peer
 * is an address; all of this host's own loopback addresses are one. Safe from any thread.
 */
public final class ProcessMemory {
  private final MemoryConfig config;
  private final MemoryAccount heap;
  private final MemoryAccount registered;
  private final Map<String, Peer> peers = new HashMap<>();
  private final LongAdder refusedSessions = new LongAdder();

  private static final class Shared {
    private static final ProcessMemory MEMORY = new ProcessMemory(MemoryConfig.ofProcess());
  }

  /** One with these bounds. */
  public ProcessMemory(MemoryConfig config) {
    this.config = config;
    heap = MemoryAccount.root("the heap for peers of this process", config.heapBytes());
    registered =
        MemoryAccount.root("the registered memory of this process", config.registeredBytes());
  }

  /** The one of this process, with the bounds that system properties say. */
  public static ProcessMemory shared() {
    return Shared.MEMORY;
  }

  /**
   * Whether a session may begin.
   *
   * @param memory the session's; empty if there is no room
   * @param obstacle why there is none, as a sentence's part
   */
  record Admission(Optional<SessionMemory> memory, String obstacle) {}

  /** Sets aside what a session with that peer needs. */
  Admission admit(SocketAddress address, SessionFloor floor) {
    String name = name(address);
    Peer peer = enter(name);
    Optional<MemoryAccount> heapFloor = Optional.empty();
    Optional<MemoryAccount> registeredFloor = Optional.empty();
    boolean admitted = false;
    try {
      heapFloor =
          peer.heap.open("the heap for a session with " + name, floor.heapBytes(), Long.MAX_VALUE);
      registeredFloor = heapFloor.isEmpty()
          ? Optional.empty()
          : peer.registered.open(
              "the registered memory of a session with " + name,
              floor.registeredBytes(),
              Long.MAX_VALUE);
      if (registeredFloor.isEmpty()) {
        refusedSessions.increment();
        return new Admission(Optional.empty(), peer.obstacle(floor));
      }
      SessionMemory memory = new SessionMemory(
          heapFloor.get(), registeredFloor.get(), floor.idleHeapBytes(), () -> leave(name, peer));
      Admission admission = new Admission(Optional.of(memory), "");
      memory.begin();
      admitted = true;
      return admission;
    } finally {
      if (!admitted) {
        heapFloor.ifPresent(MemoryAccount::close);
        registeredFloor.ifPresent(MemoryAccount::close);
        leave(name, peer);
      }
    }
  }

  private synchronized Peer enter(String name) {
    Peer peer = peers.computeIfAbsent(name, this::newPeer);
    peer.sessions++;
    return peer;
  }

  /** Closes a peer's accounts with its last session; not under the lock, since others are told. */
  private void leave(String name, Peer peer) {
    synchronized (this) {
      peer.sessions--;
      if (peer.sessions > 0) {
        return;
      }
      peers.remove(name, peer);
    }
    peer.heap.close();
    peer.registered.close();
  }

  private Peer newPeer(String name) {
    return new Peer(
        open(heap, "the heap for peer " + name), open(registered, "the memory of peer " + name));
  }

  private MemoryAccount open(MemoryAccount parent, String name) {
    return parent.open(name, 0, config.peerShare(parent.limitBytes())).orElseThrow();
  }

  /** The name of a peer in messages; one name for each {@link SessionInfo#peerOf}. */
  static String name(SocketAddress address) {
    Object peer = SessionInfo.peerOf(address);
    if (peer instanceof InetAddress host) {
      return host.isLoopbackAddress() ? "localhost" : host.getHostAddress();
    }
    return String.valueOf(peer);
  }

  /** Bytes of the heap that peers make this process hold, as the house counts them. */
  public MemoryAccount heap() {
    return heap;
  }

  /** Bytes of registered memory, floors of sessions included. */
  public MemoryAccount registered() {
    return registered;
  }

  /** Sessions that were refused for want of either. */
  public long refusedSessions() {
    return refusedSessions.sum();
  }

  /** The sessions with one address. */
  private static final class Peer {
    private final MemoryAccount heap;
    private final MemoryAccount registered;
    private int sessions;

    private Peer(MemoryAccount heap, MemoryAccount registered) {
      this.heap = heap;
      this.registered = registered;
    }

    private String obstacle(SessionFloor floor) {
      return heap.obstacle(floor.heapBytes())
          .or(() -> registered.obstacle(floor.registeredBytes()))
          .orElse("memory was short for a moment");
    }
  }
}
