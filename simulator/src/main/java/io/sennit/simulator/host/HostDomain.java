// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.Optional;
import java.util.Set;

/** A domain as a process sees it: what {@link DeviceFaults} wants to go wrong does. */
final class HostDomain implements ProtectionDomain {
  private final ProtectionDomain domain;
  private final Host host;

  HostDomain(ProtectionDomain domain, Host host) {
    this.domain = domain;
    this.host = host;
  }

  @Override
  public Capabilities capabilities() {
    return domain.capabilities();
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
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
    return domain.createCompletionQueue(depth);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    return domain.createSharedReceiveQueue(depth);
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    QueuePair made = domain.createQueuePair(config);
    host.faults().add(made);
    return made;
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
    return domain.takeEvent();
  }

  @Override
  public boolean peerGone() {
    return domain.peerGone();
  }

  @Override
  public boolean close() {
    boolean closed = domain.close();
    if (closed) {
      host.forget(domain);
    }
    return closed;
  }
}
