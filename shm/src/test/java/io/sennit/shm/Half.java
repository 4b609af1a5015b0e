// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.time.Duration;
import java.util.EnumSet;

/** One side of a connection under test: a domain with one queue pair and one region. */
final class Half {
  static final int DEPTH = 64;
  static final int REGION_BYTES = 1 << 20;
  static final Duration PATIENCE = Duration.ofSeconds(20);

  final ShmDomain domain;
  final CompletionChannel channel;
  final CompletionQueue completions;
  final SharedReceiveQueue receives;
  final MemoryRegion region;
  final QueuePair queuePair;
  final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] one = {new WorkCompletion()};

  Half(ShmDomain domain, CompletionChannel channel) {
    this.domain = domain;
    this.channel = channel;
    completions = domain.createCompletionQueue(4 * DEPTH);
    receives = domain.createSharedReceiveQueue(DEPTH);
    region = domain.allocate(REGION_BYTES, EnumSet.allOf(Access.class));
    queuePair = anotherQueuePair();
  }

  QueuePair anotherQueuePair() {
    return domain.createQueuePair(
        new QueuePairConfig(new Path(0, 0, 0), completions, completions, receives, DEPTH));
  }

  PostStatus receive(long id, long offset, int length) {
    return receives.post(id, region, offset, length);
  }

  PostStatus send(long id, long offset, int length) {
    return queuePair.post(request.reset(Opcode.SEND, id).local(region, offset, length));
  }

  PostStatus write(long id, int length, Half target) {
    return queuePair.post(request
        .reset(Opcode.WRITE, id)
        .local(region, 0, length)
        .remote(target.region.address(), target.region.remoteKey()));
  }

  PostStatus read(long id, int length, Half source) {
    return queuePair.post(request
        .reset(Opcode.READ, id)
        .local(region, 0, length)
        .remote(source.region.address(), source.region.remoteKey()));
  }

  /** The next completion, within bounded time. */
  WorkCompletion next() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (completions.poll(one) == 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("no completion within " + PATIENCE);
      }
      if (completions.arm()) {
        channel.await(100_000_000);
      }
    }
    return one[0];
  }

  /** Whether nothing is there to poll. */
  boolean isQuiet() {
    return completions.poll(one) == 0;
  }

  CompletionStatus nextStatus() {
    return next().status();
  }
}
