// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sennit.base.Randomness;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten thousand queue pairs that have nothing to do cost little memory, and no work. */
final class ManyQueuePairsTest {
  private static final int COUNT = 10_000;
  private static final long MOST_BYTES = 64L << 20;

  /** 2 KiB, and its places in the lists and tables of engine, domain and this test. */
  private static final long MOST_BYTES_OF_ONE = 2048 + 64;

  private static final DomainConfig DOMAIN = new DomainConfig(1 << 20, 2 * COUNT);

  /** Takes nothing: nothing is to be sent. */
  private static final PacketSink NOWHERE = new PacketSink() {
    @Override
    public boolean numbersSegments(int localPort) {
      return false;
    }

    @Override
    public int send(Burst[] bursts, int count) {
      throw new AssertionError(count + " bursts of idle queue pairs");
    }
  };

  private final Randomness random = Randomness.seeded(1);
  private final List<RoceQueuePair> queuePairs = new ArrayList<>(COUNT);

  private RoceDomain domain(int node, int peer) {
    Node made =
        new Node(Node.ports(node, 1, 1024), EngineConfig.STANDARD, random, copy -> {}, () -> {});
    return (RoceDomain) made.engine.createDomain(
        new DomainSpec(DOMAIN, GuardedSide.announced(peer, 1024), 1 << 20, () -> {}));
  }

  /** What is allocated is more than what stays, so a bound of it is one of both. */
  @Test
  void idleOnesAreSmallAndAskForNothing() {
    RoceDomain domain = domain(1, 2);
    CompletionQueue completions = domain.createCompletionQueue(16);
    SharedReceiveQueue receives = domain.createSharedReceiveQueue(16);
    QueuePairConfig config =
        new QueuePairConfig(new Path(0, 0, 7), completions, completions, receives, 16);
    RoceDomain far = domain(2, 1);
    byte[] peer = unprobed(far.createQueuePair(peerConfig(far)).address());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long usedBefore = usedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int at = 0; at < COUNT; at++) {
      RoceQueuePair made = (RoceQueuePair) domain.createQueuePair(config);
      made.connect(peer);
      queuePairs.add(made);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(bytes < MOST_BYTES, bytes / COUNT + " bytes for each queue pair");
    long kept = usedBytes() - usedBefore;
    assertTrue(kept / COUNT <= MOST_BYTES_OF_ONE, kept / COUNT + " bytes stay for each");
    Engine engine = domain.engine();
    while (engine.hasWork() && engine.transmit(NOWHERE, 1)) {
      // Each is looked at once when it is connected.
    }
    assertFalse(engine.hasWork(), "work without a request");
    assertEquals(Engine.NO_TIMER, engine.nextTimerNanos(), "a timer without a request");
    queuePairs.forEach(RoceQueuePair::destroy);
    assertTrue(domain.close(), "something is left");
  }

  /** Of a peer that does not know of probes: what a path carries is no queue pair's work. */
  private static byte[] unprobed(byte[] address) {
    QueuePairAddress all = QueuePairAddress.decode(address);
    int features = all.features() & ~Features.PATH_MTU;
    return new QueuePairAddress(
            all.number(),
            all.firstPsn(),
            all.mtuBytes(),
            all.sourcePort(),
            all.maxReadAtomic(),
            features)
        .encode();
  }

  /** After several collections, since one may leave what another thread made meanwhile. */
  private static long usedBytes() {
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 3; attempt++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static QueuePairConfig peerConfig(RoceDomain domain) {
    CompletionQueue completions = domain.createCompletionQueue(16);
    return new QueuePairConfig(
        new Path(0, 0, 7), completions, completions, domain.createSharedReceiveQueue(16), 16);
  }
}
