// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Feature;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One half of a {@link LoopbackPair}, with faults to command. Everything here is thread-safe. */
public final class LoopbackDomain implements ProtectionDomain {
  static final long PAGE_BYTES = 4096;
  private static final int MOST_EVENTS = 1024;

  private final LoopbackFabric fabric;
  private final DomainConfig config;
  private final CompletionChannel channel;
  private final Map<Integer, LoopbackRegion> regions = new HashMap<>();
  private final Map<Integer, LoopbackQueuePair> queuePairs = new HashMap<>();
  private final Map<Integer, LoopbackPath> paths = new HashMap<>();

  /** Not reachable any more, but not given back either. */
  private final List<LoopbackRegion> frozenRegions = new ArrayList<>();

  private final ArrayDeque<AsyncEvent> events = new ArrayDeque<>();
  private final PortMoves moves = new PortMoves();
  private final List<LoopbackWindow> windows = new ArrayList<>();
  private @Nullable LoopbackDomain peer;
  private long usedBytes;
  private int frozenDeregistrations;
  private boolean gone;
  private boolean closed;

  LoopbackDomain(LoopbackFabric fabric, DomainConfig config, CompletionChannel channel) {
    this.fabric = fabric;
    this.config = config;
    this.channel = channel;
  }

  void join(LoopbackDomain other) {
    peer = other;
  }

  LoopbackFabric fabric() {
    return fabric;
  }

  LoopbackDomain peer() {
    if (peer == null) {
      throw new IllegalStateException("a domain without a peer");
    }
    return peer;
  }

  @Nullable
  LoopbackQueuePair queuePair(int number) {
    return queuePairs.get(number);
  }

  @Nullable
  LoopbackRegion region(int key) {
    return regions.get(key);
  }

  /** The channel on which its completion queues report. */
  public CompletionChannel channel() {
    return channel;
  }

  /** The faults of what this domain posts on a route label. */
  public LoopbackPath path(int routeLabel) {
    synchronized (fabric) {
      return paths.computeIfAbsent(
          routeLabel,
          label -> new LoopbackPath(
              fabric,
              queuePair ->
                  queuePair.domain() == this && queuePair.config().path().routeLabel() == label));
    }
  }

  /**
   * The next calls of {@code deregister()} answer false: something is still touching the memory.
   */
  public void freezeDeregister(int times) {
    synchronized (fabric) {
      frozenDeregistrations = times;
    }
  }

  /** The process of this domain dies; its peer gets proof. Late copies go on. */
  public void vanish() {
    synchronized (fabric) {
      gone = true;
      List.copyOf(queuePairs.values()).forEach(LoopbackQueuePair::vanish);
      peer().signal();
    }
  }

  /** The class that one of its queue pairs was made with. */
  public int dscp(QueuePair queuePair) {
    return ((LoopbackQueuePair) queuePair).config().dscp();
  }

  /** Queue pairs not yet destroyed. */
  public int liveQueuePairs() {
    synchronized (fabric) {
      return queuePairs.size();
    }
  }

  /** Regions whose memory was not given back. */
  public int liveRegions() {
    synchronized (fabric) {
      return regions.size() + frozenRegions.size();
    }
  }

  void signal() {
    channel.wake();
  }

  @Override
  public Capabilities capabilities() {
    return fabric.capabilities();
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    synchronized (fabric) {
      checkOpen();
      if (bytes <= 0) {
        throw new IllegalArgumentException("bytes must be positive: " + bytes);
      }
      long limitBytes = roundUp(config.memoryBytes());
      if (bytes > limitBytes || roundUp(bytes) > limitBytes - usedBytes) {
        throw new OutOfRegisteredMemoryException("No room for " + bytes + " bytes: " + usedBytes
            + " of the domain's " + limitBytes + " are in use; raise DomainConfig.memoryBytes.");
      }
      usedBytes += roundUp(bytes);
      LoopbackRegion region =
          new LoopbackRegion(this, bytes, fabric.nextAddress(bytes), fabric.nextKey());
      regions.put(region.remoteKey(), region.allow(access));
      return region;
    }
  }

  @Override
  public MemoryWindow allocateWindow() {
    synchronized (fabric) {
      checkOpen();
      if (!capabilities().offers(Feature.MEMORY_WINDOWS)) {
        return ProtectionDomain.super.allocateWindow();
      }
      LoopbackWindow window = new LoopbackWindow(this, fabric.nextKey());
      windows.add(window);
      return window;
    }
  }

  void tell(AsyncEvent.Kind kind, LoopbackQueuePair queuePair) {
    if (events.size() == MOST_EVENTS) {
      events.remove();
    }
    events.add(new AsyncEvent(kind, queuePair.number()));
    signal();
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
    synchronized (fabric) {
      return capabilities().offers(Feature.EVENTS)
          ? Optional.ofNullable(events.poll())
          : ProtectionDomain.super.takeEvent();
    }
  }

  boolean has(LoopbackWindow window) {
    return windows.contains(window);
  }

  void remove(LoopbackWindow window) {
    windows.remove(window);
  }

  /** The window that is bound with a key; null if there is none. */
  @Nullable
  LoopbackWindow window(int key) {
    return windows.stream()
        .filter(window -> window.binding(key) != null)
        .findFirst()
        .orElse(null);
  }

  void unbindAll(LoopbackQueuePair through) {
    windows.forEach(window -> window.unbind(through));
  }

  private static long roundUp(long bytes) {
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  /** Ends remote access; whether the memory may be given back. */
  boolean forget(LoopbackRegion region) {
    if (regions.remove(region.remoteKey()) != null) {
      frozenRegions.add(region);
    }
    if (windows.stream().anyMatch(window -> window.isBoundTo(region))) {
      return false;
    }
    if (frozenDeregistrations > 0) {
      frozenDeregistrations--;
      return false;
    }
    frozenRegions.remove(region);
    usedBytes -= roundUp(region.length());
    return true;
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    synchronized (fabric) {
      checkOpen();
      checkBound("completion queue depth", depth, capabilities().maxCompletionDepth());
      return new LoopbackCompletionQueue(this, depth);
    }
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    synchronized (fabric) {
      checkOpen();
      checkBound("receive depth", depth, capabilities().maxReceiveDepth());
      return new LoopbackReceiveQueue(this, depth);
    }
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig wanted) {
    synchronized (fabric) {
      checkOpen();
      checkBound("send depth", wanted.sendDepth(), capabilities().maxSendDepth());
      checkOwn(wanted);
      if (queuePairs.size() == config.maxQueuePairs()) {
        throw new IllegalStateException("The domain has " + queuePairs.size()
            + " queue pairs already; destroy one or raise DomainConfig.maxQueuePairs.");
      }
      LoopbackQueuePair queuePair = new LoopbackQueuePair(this, wanted, fabric.nextNumber());
      queuePairs.put(queuePair.number(), queuePair);
      ((LoopbackCompletionQueue) wanted.sendCompletions()).addUser(queuePair);
      ((LoopbackCompletionQueue) wanted.receiveCompletions()).addUser(queuePair);
      fabric.add(queuePair);
      return queuePair;
    }
  }

  private void checkOwn(QueuePairConfig wanted) {
    boolean own = wanted.sendCompletions() instanceof LoopbackCompletionQueue sends
        && sends.domain() == this
        && wanted.receiveCompletions() instanceof LoopbackCompletionQueue receives
        && receives.domain() == this
        && wanted.receives() instanceof LoopbackReceiveQueue queue
        && queue.domain() == this;
    if (!own) {
      throw new IllegalArgumentException("queues of another domain");
    }
    int ports = fabric.ports();
    if (wanted.path().localPort() >= ports || wanted.path().remotePort() >= ports) {
      throw new IllegalArgumentException("no such port: " + wanted.path());
    }
  }

  void remove(LoopbackQueuePair queuePair) {
    queuePairs.remove(queuePair.number());
    ((LoopbackCompletionQueue) queuePair.config().sendCompletions()).removeUser(queuePair);
    ((LoopbackCompletionQueue) queuePair.config().receiveCompletions()).removeUser(queuePair);
  }

  /**
   * Its index, for a fabric's ports are the same on both sides; then, if it has moved, how often.
   */
  @Override
  public byte[] portAddress(int localPort) {
    if (localPort < 0 || localPort >= fabric.ports()) {
      throw new IllegalArgumentException("no such port: " + localPort);
    }
    return moves.address(localPort);
  }

  /**
   * An own port gets another address: nothing arrives any more on the queue pairs that it has, and
   * none of the peer's is of use that is made before the peer knows.
   */
  public void movePort(int localPort) {
    synchronized (fabric) {
      moves.move(localPort);
    }
  }

  PortMoves moves() {
    return moves;
  }

  @Override
  public boolean addRemotePort(int port, byte[] address) {
    if (port >= fabric.ports()) {
      throw new IllegalArgumentException("no such port: " + port);
    }
    synchronized (fabric) {
      return moves.learn(port, address);
    }
  }

  @Override
  public boolean peerGone() {
    synchronized (fabric) {
      return peer().gone;
    }
  }

  @Override
  public boolean close() {
    synchronized (fabric) {
      closed = true;
      boolean destroyed = true;
      for (LoopbackQueuePair queuePair : List.copyOf(queuePairs.values())) {
        destroyed &= queuePair.destroy();
      }
      if (destroyed) {
        regions.values().forEach(LoopbackRegion::close);
        regions.clear();
        frozenRegions.forEach(LoopbackRegion::close);
        frozenRegions.clear();
      }
      return destroyed;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the domain is closed");
    }
  }

  private static void checkBound(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is not within 1 to " + most);
    }
  }
}
