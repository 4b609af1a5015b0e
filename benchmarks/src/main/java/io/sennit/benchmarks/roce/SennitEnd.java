// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;

/**
 * One side of a connection: a domain with one region, one completion queue, receives for small
 * messages, and queue pairs of which the first does the work. Confined to one thread.
 */
final class SennitEnd implements AutoCloseable {
  private static final int RECEIVES = 1024;
  private static final int RECEIVE_BYTES = 64;

  /** All of the region: what is moved, then the receives. */
  static final int MEMORY_BYTES = Traffic.MEMORY_BYTES + RECEIVES * RECEIVE_BYTES;

  private static final int SEND_DEPTH = 512;
  private static final int COMPLETIONS = 4096;

  private static final Path PATH = new Path(0, 0, 1);

  private final ProtectionDomain domain;
  private final CompletionChannel channel;
  private final CompletionQueue completions;
  private final SharedReceiveQueue receives;
  private final MemoryRegion memory;
  private final List<QueuePair> queuePairs = new ArrayList<>();
  private final QueuePair working;
  private final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] polled = new WorkCompletion[RECEIVES];
  private long remoteMemory;
  private int remoteKey;

  SennitEnd(ProtectionDomain domain, CompletionChannel channel, int queuePairs) {
    this.domain = domain;
    this.channel = channel;
    completions = domain.createCompletionQueue(COMPLETIONS);
    receives = domain.createSharedReceiveQueue(RECEIVES);
    memory = domain.allocate(MEMORY_BYTES, EnumSet.allOf(Access.class));
    for (int at = 0; at < queuePairs; at++) {
      this.queuePairs.add(domain.createQueuePair(
          new QueuePairConfig(PATH, completions, completions, receives, SEND_DEPTH)));
    }
    working = this.queuePairs.getFirst();
    for (int at = 0; at < RECEIVES; at++) {
      polled[at] = new WorkCompletion();
      postReceive(at);
    }
  }

  /** Of all queue pairs, for the other end. */
  List<String> addresses() {
    return queuePairs.stream()
        .map(queuePair -> HexFormat.of().formatHex(queuePair.address()))
        .toList();
  }

  long memoryAddress() {
    return memory.address();
  }

  int memoryKey() {
    return memory.remoteKey();
  }

  void connect(List<String> remoteAddresses, long newRemoteMemory, int newRemoteKey) {
    for (int at = 0; at < queuePairs.size(); at++) {
      queuePairs.get(at).connect(HexFormat.of().parseHex(remoteAddresses.get(at)));
    }
    remoteMemory = newRemoteMemory;
    remoteKey = newRemoteKey;
  }

  /** Posts a message of some bytes at an offset of both ends' memory. */
  void post(Opcode opcode, long offset, int bytes) {
    request.reset(opcode, 0).local(memory, offset, bytes).remote(remoteMemory + offset, remoteKey);
    PostStatus status = working.post(request);
    if (status != PostStatus.POSTED) {
      throw new IllegalStateException("a " + opcode + " cannot be posted: " + status);
    }
  }

  private void postReceive(long slot) {
    receives.post(slot, memory, Traffic.MEMORY_BYTES + slot * RECEIVE_BYTES, RECEIVE_BYTES);
  }

  /**
   * Takes what has completed and posts the receives again.
   *
   * @return requests that are done in the upper half, messages received in the lower
   */
  long poll() {
    int count = completions.poll(polled);
    int received = 0;
    for (int at = 0; at < count; at++) {
      WorkCompletion completion = polled[at];
      if (completion.status() != CompletionStatus.SUCCESS) {
        throw new IllegalStateException("a request ended as " + completion.status());
      }
      if (completion.opcode() == Opcode.RECEIVE) {
        postReceive(completion.id());
        received++;
      }
    }
    return (long) (count - received) << 32 | received;
  }

  /** Sleeps until something may have completed, at most so long. */
  void sleep(long nanos) {
    if (completions.arm()) {
      channel.await(nanos);
    }
  }

  @Override
  public void close() {
    domain.close();
  }
}
