// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Clock;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;

/** One side of a connection under test: a domain with one region; confined to one thread. */
final class Side {
  static final int DEPTH = 64;
  static final int MEMORY_BYTES = 8 << 20;
  static final DomainConfig DOMAIN = new DomainConfig(2L * MEMORY_BYTES, 64);
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  final UdpChannel channel;
  final ProtectionDomain domain;
  final CompletionQueue completions;
  final SharedReceiveQueue receives;
  final MemoryRegion memory;
  final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] one = {new WorkCompletion()};
  private final Clock clock = Clock.system();

  Side(CompletionChannel channel, ProtectionDomain domain) {
    this.channel = (UdpChannel) channel;
    this.domain = domain;
    completions = domain.createCompletionQueue(16 * DEPTH);
    receives = domain.createSharedReceiveQueue(DEPTH);
    memory = domain.allocate(MEMORY_BYTES, EnumSet.allOf(Access.class));
  }

  QueuePair queuePair(int port, int label) {
    return queuePair(port, label, 0);
  }

  QueuePair queuePair(int port, int label, int dscp) {
    Path path = new Path(port, port, label);
    return domain.createQueuePair(
        new QueuePairConfig(path, completions, completions, receives, DEPTH, dscp));
  }

  /** A request between the same offset of two memories. */
  WorkRequest oneSided(Opcode opcode, long id, long offset, int length) {
    return request.reset(opcode, id).local(memory, offset, length);
  }

  void post(QueuePair queuePair, WorkRequest posted) {
    assertEquals(PostStatus.POSTED, queuePair.post(posted));
  }

  /** What has completed, without waiting; the entry is the next call's too. */
  WorkCompletion[] poll() {
    return completions.poll(one) == 1 ? one : new WorkCompletion[0];
  }

  /** The next completion, asleep meanwhile. */
  WorkCompletion next() {
    long startNanos = clock.nanoTime();
    while (completions.poll(one) == 0) {
      if (clock.nanoTime() - startNanos > PATIENCE_NANOS) {
        throw new AssertionError("no completion within " + PATIENCE_NANOS + " ns");
      }
      if (completions.arm()) {
        channel.await(TimeUnit.SECONDS.toNanos(1));
      }
    }
    return one[0];
  }
}
