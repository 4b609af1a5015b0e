// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Clock;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An endpoint on a loopback address of its own, with one peer, queue pair and region. */
final class Station implements AutoCloseable {
  static final int MEMORY_BYTES = 1 << 20;
  static final int MTU_BYTES = 1024;
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int DEPTH = 16;
  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  final ForeignEndpoint endpoint;
  final ProtectionDomain domain;
  final CompletionQueue completions;
  final SharedReceiveQueue receives;
  final MemoryRegion memory;
  final QueuePair queuePair;
  final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] polled = {new WorkCompletion()};
  private final Clock clock = Clock.system();

  Station(String own, String peer) {
    endpoint = ForeignEndpoint.open(own, Map.of());
    IpAddress address = IpAddress.of(InetAddress.ofLiteral(peer));
    domain = endpoint.createDomain(new DomainConfig(2L * MEMORY_BYTES, 4), address);
    completions = domain.createCompletionQueue(4 * DEPTH);
    receives = domain.createSharedReceiveQueue(DEPTH);
    memory = domain.allocate(MEMORY_BYTES, EnumSet.allOf(Access.class));
    queuePair = domain.createQueuePair(
        new QueuePairConfig(endpoint.path(), completions, completions, receives, DEPTH));
  }

  /** A loopback address that no other test, and no other run of the tests, has. */
  static String freshAddress() {
    long process = ProcessHandle.current().pid();
    return "127." + (1 + (process >> 8) % 254) + "." + process % 256 + "."
        + (1 + ADDRESSES.getAndIncrement() % 254);
  }

  /** What this side's peer has to know of it. */
  PeerAttributes attributes(Retries retries) {
    return new PeerAttributes(
        queuePair.number(), endpoint.firstPsn(queuePair), MTU_BYTES, 4, 4, retries);
  }

  void post(WorkRequest posted) {
    assertEquals(PostStatus.POSTED, queuePair.post(posted));
  }

  /** The next completion in words, the other side driven meanwhile. */
  String next(Station other) {
    long startNanos = clock.nanoTime();
    while (completions.poll(polled) == 0) {
      if (clock.nanoTime() - startNanos > PATIENCE_NANOS) {
        throw new AssertionError("no completion within " + PATIENCE_NANOS + " ns");
      }
      other.completions.poll(new WorkCompletion[0]);
    }
    return polled[0].opcode() + " " + polled[0].id() + " " + polled[0].status();
  }

  /** The last completion that {@link #next} has told of. */
  WorkCompletion last() {
    return polled[0];
  }

  @Override
  public void close() {
    assertEquals(true, domain.close(), "the domain closes at once");
    endpoint.close();
  }
}
