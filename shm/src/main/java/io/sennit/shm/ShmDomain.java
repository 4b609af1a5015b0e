// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Feature;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two shared files, this side's and the peer's, and what is made on them. */
final class ShmDomain implements ProtectionDomain {
  /** A post copies at once, so these bound the time of one post, not any queue. */
  static final Capabilities CAPABILITIES = new Capabilities(
          16 << 20, 256, 16_384, 32_768, 65_536, 16_384, true, true)
      .withRanges(16, 1)
      .with(EnumSet.of(
          Feature.SEND_WITH_IMMEDIATE, Feature.UNSIGNALLED, Feature.ATOMIC_WRITE, Feature.FLUSH));

  private static final Logger LOG = LoggerFactory.getLogger(ShmDomain.class);

  private final DomainParts parts;
  private final Own own;
  private final Peer peer;
  private final Regions regions;
  private final QueuePairTable queuePairs;
  private final List<ShmSharedReceiveQueue> receiveQueues = new ArrayList<>();
  private final Link link;
  private int waitingQueuePairs;
  private boolean failed;
  private boolean closed;

  ShmDomain(DomainParts parts, Link link) {
    this.parts = parts;
    this.link = link;
    own = parts.own();
    peer = parts.peer();
    regions = new Regions(own, parts.memoryBytes(), parts.workshop().randomness());
    queuePairs =
        new QueuePairTable(own.layout().maxQueuePairs(), parts.workshop().numbers());
  }

  Own own() {
    return own;
  }

  Peer peer() {
    return peer;
  }

  ShmConfig config() {
    return parts.workshop().config();
  }

  Regions regions() {
    return regions;
  }

  long nanoTime() {
    return parts.workshop().clock().nanoTime();
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public ShmMemoryRegion allocate(long bytes, Set<Access> access) {
    return regions.allocate(this, bytes, access);
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    checkDepth(depth, CAPABILITIES.maxCompletionDepth());
    return new ShmCompletionQueue(this, depth);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    checkDepth(depth, CAPABILITIES.maxReceiveDepth());
    ShmSharedReceiveQueue made = new ShmSharedReceiveQueue(this, depth);
    receiveQueues.add(made);
    return made;
  }

  private void checkDepth(int depth, int most) {
    checkOpen();
    if (depth < 1 || depth > most) {
      throw new IllegalArgumentException("a depth of " + depth + " is not in 1 to " + most);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the protection domain is closed");
    }
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    checkDepth(config.sendDepth(), CAPABILITIES.maxSendDepth());
    if (!(config.sendCompletions() instanceof ShmCompletionQueue sends)
        || !(config.receiveCompletions() instanceof ShmCompletionQueue receipts)
        || !(config.receives() instanceof ShmSharedReceiveQueue receives)
        || sends.domain() != this
        || receipts.domain() != this
        || receives.domain() != this) {
      throw new IllegalArgumentException("queues of another protection domain");
    }
    if (config.path().localPort() != 0 || config.path().remotePort() != 0) {
      throw new IllegalArgumentException("there is one port only, not " + config.path());
    }
    ShmQueuePair made = new ShmQueuePair(this, config, queuePairs.takeAddress());
    queuePairs.add(made);
    if (failed) {
      made.toError();
    }
    return made;
  }

  void remove(ShmQueuePair queuePair) {
    queuePairs.remove(queuePair);
  }

  /** The receive queue whose ring begins at a page of the file, if there is one. */
  @Nullable
  ShmSharedReceiveQueue receiveQueue(int ringPage) {
    for (int i = 0; i < receiveQueues.size(); i++) {
      if (receiveQueues.get(i).ringPage() == ringPage) {
        return receiveQueues.get(i);
      }
    }
    return null;
  }

  /** Puts a queue pair that the peer names into ERROR, if it is there. */
  void breakQueuePair(int slot, int number) {
    queuePairs.find(slot, number).ifPresent(ShmQueuePair::toError);
  }

  /** All queue pairs that may be under way, for {@link OperationFence}. */
  OperationFence fenceAll() {
    return new OperationFence(own, 0, queuePairs.endSlot());
  }

  void ringIfAsleep() {
    VarHandle.fullFence();
    if (peer.takeSleep()) {
      link.doorbell().ring();
    }
  }

  /** An armed queue got a completion of this side's own. */
  void announceOwnEvent() {
    link.channel().announceOwnEvent();
  }

  void addWaiting(int queuePairsMore) {
    waitingQueuePairs += queuePairsMore;
    link.channel().addWaiting(queuePairsMore);
  }

  void resumeWaiting() {
    if (waitingQueuePairs > 0) {
      long nowNanos = nanoTime();
      queuePairs.snapshot().forEach(queuePair -> queuePair.resume(nowNanos));
    }
  }

  /** The peer lies: nothing of it is believed any more. */
  void fail(MalformedPeerException cause) {
    if (!failed) {
      failed = true;
      LOG.warn("A shared-memory session ends: {}", cause.reason());
      queuePairs.snapshot().forEach(ShmQueuePair::toError);
    }
  }

  boolean hasFailed() {
    return failed;
  }

  void overflow(ShmCompletionQueue queue, int depth) {
    LOG.warn("A completion queue of {} overflowed; its queue pairs end", depth);
    for (ShmQueuePair queuePair : queuePairs.snapshot()) {
      if (queuePair.uses(queue)) {
        queuePair.toError();
      }
    }
  }

  @Override
  public boolean peerGone() {
    return link.peerGone(nanoTime());
  }

  /** Without a system call: what is known. */
  boolean peerWasSeenToEnd() {
    return link.peerWasSeenToEnd();
  }

  /** Asks the kernel. */
  boolean peerEnded() {
    return link.peerEnded();
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public boolean close() {
    if (closed) {
      return true;
    }
    boolean free = true;
    for (ShmQueuePair queuePair : queuePairs.snapshot()) {
      free &= queuePair.destroy();
    }
    if (!free) {
      return false;
    }
    for (ShmMemoryRegion region : regions.close()) {
      free &= region.deregister();
    }
    if (free) {
      closed = true;
      link.close();
      peer.close();
      own.close();
    }
    return free;
  }
}
