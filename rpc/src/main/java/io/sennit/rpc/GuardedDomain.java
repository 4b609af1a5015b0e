// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A domain that outlives the bodies in it; everything else is the domain's own.
 *
 * @param domain what is guarded
 * @param memory charged for what is registered in it
 * @param bodies the memory in it that applications may hold
 */
record GuardedDomain(ProtectionDomain domain, RegisteredMemory memory, BodyPool bodies)
    implements ProtectionDomain {
  @Override
  public Capabilities capabilities() {
    return domain.capabilities();
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    return memory.allocate(bytes, access);
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
    return domain.createQueuePair(config);
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
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
    bodies.close();
    boolean done = bodies.isIdle() && domain.close();
    if (done) {
      memory.onDomainClosed();
    }
    return done;
  }
}
