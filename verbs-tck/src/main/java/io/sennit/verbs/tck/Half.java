// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionQueue;
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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.EnumSet;

/** One side of a connection with the objects that a case needs; confined to the case's thread. */
final class Half {
  static final int MEMORY_BYTES = 256 << 10;
  static final int SEND_DEPTH = 64;
  static final int RECEIVE_DEPTH = 64;
  private static final int COMPLETION_DEPTH = 1024;

  final CompletionChannel channel;
  final ProtectionDomain domain;
  final MemoryRegion memory;
  final CompletionQueue completions;
  final SharedReceiveQueue receives;
  private final ArrayDeque<Completion> inbox = new ArrayDeque<>();
  private final WorkCompletion[] polled = new WorkCompletion[16];

  Half(CompletionChannel channel, ProtectionDomain domain) {
    this.channel = channel;
    this.domain = domain;
    memory = domain.allocate(MEMORY_BYTES, EnumSet.allOf(Access.class));
    completions = domain.createCompletionQueue(COMPLETION_DEPTH);
    receives = domain.createSharedReceiveQueue(RECEIVE_DEPTH);
    for (int at = 0; at < polled.length; at++) {
      polled[at] = new WorkCompletion();
    }
  }

  QueuePair queuePair(Path path) {
    return domain.createQueuePair(
        new QueuePairConfig(path, completions, completions, receives, SEND_DEPTH));
  }

  /** Posts a receive of this half's memory. */
  void receive(long id, long offset, int length) {
    assertEquals(PostStatus.POSTED, receives.post(id, memory, offset, length), "receive " + id);
  }

  WorkRequest send(long id, long offset, int length) {
    return new WorkRequest().reset(Opcode.SEND, id).local(memory, offset, length);
  }

  /** A one-sided request between the same offset of both halves' memories. */
  WorkRequest oneSided(Opcode opcode, long id, long offset, int length, Half peer) {
    WorkRequest request = new WorkRequest().reset(opcode, id).local(memory, offset, length);
    return request.remote(peer.memory.address() + offset, peer.memory.remoteKey());
  }

  WorkRequest write(long id, long offset, int length, Half peer) {
    return oneSided(Opcode.WRITE, id, offset, length, peer);
  }

  WorkRequest read(long id, long offset, int length, Half peer) {
    return oneSided(Opcode.READ, id, offset, length, peer);
  }

  /** Moves what is there from the completion queue to the inbox. */
  void drain() {
    for (int count = completions.poll(polled); count > 0; count = completions.poll(polled)) {
      for (int at = 0; at < count; at++) {
        inbox.add(Completion.of(polled[at]));
      }
    }
  }

  boolean hasCompletion() {
    return !inbox.isEmpty();
  }

  Completion take() {
    return inbox.remove();
  }

  /** Fills a range with bytes that depend on the seed only. */
  byte[] fill(long offset, int length, long seed) {
    byte[] bytes = new byte[length];
    Randomness.seeded(seed).nextBytes(bytes);
    MemorySegment.copy(bytes, 0, memory.segment(), ValueLayout.JAVA_BYTE, offset, length);
    return bytes;
  }

  byte[] bytes(long offset, int length) {
    return memory.segment().asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  long word(long offset) {
    return memory.segment().get(ValueLayout.JAVA_LONG, offset);
  }

  void word(long offset, long value) {
    memory.segment().set(ValueLayout.JAVA_LONG, offset, value);
  }
}
