// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Feature;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A domain as a process sees it: what {@link DeviceFaults} wants to go wrong does. */
final class HostDomain implements ProtectionDomain {
  private final ProtectionDomain domain;
  private final Host host;
  private final Optional<LyingMouth> mouth;
  private final ArrayDeque<AsyncEvent> events = new ArrayDeque<>();

  HostDomain(ProtectionDomain domain, Host host) {
    this.domain = domain;
    this.host = host;
    mouth = host.faults().liar().map(liar -> new LyingMouth(liar, domain, host));
  }

  @Override
  public Capabilities capabilities() {
    return HostDevice.withEvents(domain.capabilities());
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    host.faults().allocate();
    if (host.faults().deniesMemory()) {
      throw new OutOfRegisteredMemoryException("No room for " + bytes
          + " bytes: the host has none left that it may lock; raise RLIMIT_MEMLOCK.");
    }
    return domain.allocate(bytes, access);
  }

  @Override
  public MemoryWindow allocateWindow() {
    return domain.allocateWindow();
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    host.faults().allocate();
    HostCompletionQueue made = new HostCompletionQueue(
        domain.createCompletionQueue(depth + spareRequests()), host.faults().heap());
    host.faults().add(made, this);
    return made;
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    host.faults().allocate();
    return domain.createSharedReceiveQueue(depth);
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    host.faults().allocate();
    HostCompletionQueue sent = (HostCompletionQueue) config.sendCompletions();
    HostCompletionQueue received = (HostCompletionQueue) config.receiveCompletions();
    QueuePair made = domain.createQueuePair(new QueuePairConfig(
        config.path(),
        sent.inner(),
        received.inner(),
        config.receives(),
        sendDepth(config),
        config.dscp()));
    sent.add(made);
    received.add(made);
    host.faults().add(made);
    QueuePair spoken =
        mouth.<QueuePair>map(lying -> new LyingQueuePair(made, lying)).orElse(made);
    return host.faults()
        .heap()
        .<QueuePair>map(heap -> new HeapQueuePair(spoken, heap))
        .orElse(spoken);
  }

  private int sendDepth(QueuePairConfig config) {
    return Math.min(domain.capabilities().maxSendDepth(), config.sendDepth() + spareRequests());
  }

  private int spareRequests() {
    return mouth.isPresent() ? LyingMouth.SPARE_REQUESTS : 0;
  }

  /** The device tells of a queue that has overflowed. */
  void tell(List<Integer> queuePairs) {
    for (int number : queuePairs) {
      events.add(new AsyncEvent(AsyncEvent.Kind.QUEUE_PAIR_FATAL, number));
    }
    host.wake();
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
    AsyncEvent own = events.poll();
    if (own != null || !domain.capabilities().offers(Feature.EVENTS)) {
      return Optional.ofNullable(own);
    }
    return domain.takeEvent();
  }

  @Override
  public byte[] portAddress(int localPort) {
    return domain.portAddress(localPort);
  }

  @Override
  public boolean addRemotePort(int port, byte[] address) {
    return domain.addRemotePort(port, address);
  }

  @Override
  public List<InetAddress> remoteAddresses() {
    return domain.remoteAddresses();
  }

  @Override
  public boolean mayJoin(int localPort, int remotePort) {
    return domain.mayJoin(localPort, remotePort);
  }

  @Override
  public boolean peerGone() {
    return domain.peerGone();
  }

  @Override
  public boolean close() {
    host.faults().allocate();
    boolean closed = domain.close();
    if (closed) {
      host.faults().forget(this);
      host.forget(domain);
    }
    return closed;
  }
}
