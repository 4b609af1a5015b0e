// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.base.Clock;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.roce.UcQueuePair;
import io.sennit.roce.foreign.ForeignEndpoint;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Our end: an endpoint with one peer, queue pair and region; confined to one thread. */
final class RoceSide implements AutoCloseable {
  static final int MEMORY_BYTES = 1 << 20;
  static final int DEPTH = 64;
  static final int RECEIVES = 1024;
  static final int READS = 16;
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** 268 ms: an emulated machine is slow, and others use this one too. */
  private static final Retries RETRIES = new Retries(16, 7, 7, 12);

  final MemoryRegion memory;
  final SharedReceiveQueue receives;
  final QueuePair queuePair;

  /** Beside it, for what needs no more. */
  final UcQueuePair unreliable;

  private final ForeignEndpoint endpoint;
  private final ProtectionDomain domain;
  private final CompletionQueue completions;
  private final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] polled = {new WorkCompletion()};
  private final Clock clock = Clock.system();

  RoceSide(InetAddress own, InetAddress peer) {
    this(own, peer, MEMORY_BYTES);
  }

  /** With so much memory. */
  RoceSide(InetAddress own, InetAddress peer, int memoryBytes) {
    endpoint = ForeignEndpoint.open(own.getHostAddress(), Map.of());
    domain = endpoint.createDomain(new DomainConfig(2L * memoryBytes, 4), IpAddress.of(peer));
    completions = domain.createCompletionQueue(2 * (DEPTH + RECEIVES));
    receives = domain.createSharedReceiveQueue(RECEIVES);
    memory = domain.allocate(memoryBytes, EnumSet.allOf(Access.class));
    QueuePairConfig config =
        new QueuePairConfig(endpoint.path(), completions, completions, receives, DEPTH);
    queuePair = domain.createQueuePair(config);
    unreliable = endpoint.createUcQueuePair(domain, config);
  }

  int firstPsn() {
    return endpoint.firstPsn(queuePair);
  }

  int mtuBytes() {
    return endpoint.port().mtuBytes();
  }

  /** Connects; the peer may have, and may ask for, so many READs at a time. */
  void connect(int queuePairNumber, int psn, int mtuBytes, int reads) {
    int depth = Math.clamp(reads, 1, READS);
    endpoint.connect(
        queuePair, new PeerAttributes(queuePairNumber, psn, mtuBytes, depth, READS, RETRIES));
  }

  /** A request to be filled in and posted. */
  WorkRequest request(Opcode opcode, long id) {
    return request.reset(opcode, id);
  }

  void post(WorkRequest filled) {
    check(queuePair.post(filled), filled);
  }

  static void check(PostStatus status, WorkRequest filled) {
    if (status != PostStatus.POSTED) {
      throw new IllegalStateException("posting " + filled.opcode() + ": " + status);
    }
  }

  void postReceive(long id, long offset, int length) {
    PostStatus status = receives.post(id, memory, offset, length);
    if (status != PostStatus.POSTED) {
      throw new IllegalStateException("posting a receive: " + status);
    }
  }

  /** The next completion, which must be a success; valid until the next call. */
  WorkCompletion next() {
    long startNanos = clock.nanoTime();
    while (completions.poll(polled) == 0) {
      if (clock.nanoTime() - startNanos > PATIENCE_NANOS) {
        throw new IllegalStateException("no completion within " + PATIENCE_NANOS + " ns");
      }
      if (completions.arm()) {
        endpoint.channel().await(TimeUnit.SECONDS.toNanos(1));
      }
    }
    if (polled[0].status() != CompletionStatus.SUCCESS) {
      throw new IllegalStateException(polled[0].opcode() + " ended: " + polled[0].status());
    }
    return polled[0];
  }

  /** Does something that waits for the peer, and serves the peer's requests meanwhile. */
  <T> T whileServing(Callable<T> task) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = Thread.ofPlatform().daemon().start(() -> {
      try {
        result.complete(task.call());
      } catch (Exception e) {
        result.completeExceptionally(e);
      }
      endpoint.channel().wake();
    });
    while (!result.isDone()) {
      endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(100));
    }
    thread.join();
    try {
      return result.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("while serving the peer: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    long startNanos = clock.nanoTime();
    while (!domain.close() && clock.nanoTime() - startNanos < PATIENCE_NANOS) {
      completions.poll(new WorkCompletion[0]);
    }
    endpoint.close();
  }
}
