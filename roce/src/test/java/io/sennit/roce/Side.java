// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;

/** One end of a connection in virtual time: a domain with one queue pair and one region. */
final class Side {
  static final int MEMORY_BYTES = 1 << 20;
  static final int DEPTH = 128;
  private static final int LEAST_DOMAIN_BYTES = 4 << 20;

  final Node node;
  final RoceDomain domain;
  final CompletionQueue completions;
  final SharedReceiveQueue receives;
  final MemoryRegion memory;
  RoceQueuePair queuePair;

  /** Completions as {@code id STATUS OPCODE length}. */
  final ArrayDeque<String> inbox = new ArrayDeque<>();

  private final WorkCompletion[] polled = {new WorkCompletion()};
  private final WorkRequest request = new WorkRequest();

  Side(Node node, List<RemotePort> peer, long readBudgetBytes) {
    this(node, peer, readBudgetBytes, MEMORY_BYTES);
  }

  /** One with memory of another size than {@link #MEMORY_BYTES}. */
  Side(Node node, List<RemotePort> peer, long readBudgetBytes, int memoryBytes) {
    this.node = node;
    DomainConfig bounds = new DomainConfig(Math.max(LEAST_DOMAIN_BYTES, memoryBytes + 4096L), 16);
    domain = (RoceDomain)
        node.engine.createDomain(new DomainSpec(bounds, peer, readBudgetBytes, () -> {}));
    completions = domain.createCompletionQueue(4 * DEPTH);
    receives = domain.createSharedReceiveQueue(DEPTH);
    memory = domain.allocate(memoryBytes, EnumSet.allOf(Access.class));
    queuePair = anotherQueuePair();
  }

  RoceQueuePair anotherQueuePair() {
    return queuePair(completions);
  }

  /** A queue pair whose requests complete in a queue of its own. */
  RoceQueuePair queuePair(CompletionQueue sends) {
    return queuePair(sends, 0);
  }

  /** One that leaves by a port and goes to the peer's of the same index. */
  RoceQueuePair queuePair(CompletionQueue sends, int port) {
    return (RoceQueuePair) domain.createQueuePair(config(sends, port));
  }

  QueuePairConfig config(CompletionQueue sends, int port) {
    return new QueuePairConfig(new Path(port, port, 7), sends, completions, receives, DEPTH);
  }

  /** A queue pair whose packets are in a class. */
  RoceQueuePair queuePairOf(int dscp) {
    return (RoceQueuePair) domain.createQueuePair(
        new QueuePairConfig(new Path(0, 0, 7), completions, completions, receives, DEPTH, dscp));
  }

  void drain() {
    while (completions.poll(polled) == 1) {
      WorkCompletion one = polled[0];
      inbox.add(one.id() + " " + one.status() + " " + one.opcode() + " " + one.byteLength());
    }
  }

  /** A request between the same offsets of both memories. */
  WorkRequest request(Opcode opcode, long id, long offset, int length, Side peer) {
    return request
        .reset(opcode, id)
        .local(memory, offset, length)
        .remote(peer.memory.address() + offset, peer.memory.remoteKey());
  }

  void post(WorkRequest posted) {
    assertEquals(PostStatus.POSTED, queuePair.post(posted), "post of " + posted.opcode());
  }

  void receive(long id, long offset, int length) {
    assertEquals(PostStatus.POSTED, receives.post(id, memory, offset, length), "receive " + id);
  }

  byte[] fill(long offset, int length, Randomness random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    MemorySegment.copy(bytes, 0, memory.segment(), ValueLayout.JAVA_BYTE, offset, length);
    return bytes;
  }

  byte[] bytes(long offset, int length) {
    return memory.segment().asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  long count(EngineCounters.Kind kind) {
    return node.engine.counters().count(kind);
  }
}
