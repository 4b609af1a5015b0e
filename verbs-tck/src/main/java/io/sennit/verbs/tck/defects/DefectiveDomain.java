// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

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
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes everything through, and decorates what it hands out. */
class DefectiveDomain implements ProtectionDomain {
  private final ProtectionDomain inner;
  private final Defect defect;
  private final List<DefectiveQueuePair> queuePairs = new CopyOnWriteArrayList<>();

  DefectiveDomain(ProtectionDomain inner, Defect defect) {
    this.inner = inner;
    this.defect = defect;
  }

  final Defect defect() {
    return defect;
  }

  final ProtectionDomain inner() {
    return inner;
  }

  final List<DefectiveQueuePair> queuePairs() {
    return queuePairs;
  }

  @Override
  public Capabilities capabilities() {
    return inner.capabilities();
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    return defect.region(new DefectiveRegion(inner.allocate(bytes, access), this, access));
  }

  @Override
  public MemoryWindow allocateWindow() {
    return inner.allocateWindow();
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    return defect.completionQueue(inner.createCompletionQueue(depth), this);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    return defect.receiveQueue(inner.createSharedReceiveQueue(depth));
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    QueuePairConfig plain = new QueuePairConfig(
        config.path(),
        DefectiveCompletionQueue.unwrap(config.sendCompletions()),
        DefectiveCompletionQueue.unwrap(config.receiveCompletions()),
        DefectiveReceiveQueue.unwrap(config.receives()),
        config.sendDepth(),
        config.dscp());
    DefectiveQueuePair queuePair = defect.queuePair(inner.createQueuePair(plain), this);
    queuePairs.add(queuePair);
    return queuePair;
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
    return inner.takeEvent();
  }

  @Override
  public byte[] portAddress(int localPort) {
    return inner.portAddress(localPort);
  }

  @Override
  public boolean addRemotePort(int port, byte[] address) {
    return inner.addRemotePort(port, address);
  }

  @Override
  public List<InetAddress> remoteAddresses() {
    return inner.remoteAddresses();
  }

  @Override
  public boolean mayJoin(int localPort, int remotePort) {
    return inner.mayJoin(localPort, remotePort);
  }

  @Override
  public boolean peerGone() {
    return inner.peerGone();
  }

  @Override
  public boolean close() {
    return inner.close();
  }
}
