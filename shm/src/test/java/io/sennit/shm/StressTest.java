// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two threads that own the two halves, at full speed: the rings and the fence under contention. */
final class StressTest {
  private static final int MESSAGES = 8_000;
  private static final int SLOT_BYTES = 1024;
  private static final int SLOTS = 32;
  private static final int GRANT = 8;
  private static final long LIMIT_WORD = SLOTS * SLOT_BYTES;
  private static final byte CANARY = 0x2a;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyMessageArrivesOnceInOrderAndWhole(long seed) throws Exception {
    try (Pair pair = Pair.connected()) {
      Half receiver = pair.accepting;
      for (int slot = 0; slot < SLOTS; slot++) {
        receiver.receive(slot, (long) slot * SLOT_BYTES, SLOT_BYTES);
      }
      pair.inviting.region.segment().set(ValueLayout.JAVA_LONG, LIMIT_WORD, SLOTS);
      long limitAddress = pair.inviting.region.address() + LIMIT_WORD;
      WorkRequest grant = new WorkRequest()
          .reset(Opcode.FETCH_AND_ADD, SLOTS)
          .local(receiver.region, LIMIT_WORD, Long.BYTES)
          .remote(limitAddress, pair.inviting.region.remoteKey())
          .add(GRANT);
      CompletableFuture<Void> receiving =
          CompletableFuture.runAsync(() -> receiveAll(receiver, seed, grant));
      sendAll(pair.inviting, seed);
      receiving.get(60, TimeUnit.SECONDS);
    }
  }

  private static void sendAll(Half half, long seed) {
    Randomness lengths = Randomness.seeded(seed);
    MemorySegment memory = half.region.segment();
    for (int i = 0; i < MESSAGES; i++) {
      int number = i;
      Waits.until("a grant", () -> Words.acquireLong(memory, LIMIT_WORD) > number);
      int length = length(lengths);
      memory.set(ValueLayout.JAVA_INT, 0, i);
      memory.set(ValueLayout.JAVA_BYTE, length - 1, (byte) i);
      half.send(1, 0, length);
      assertEquals(CompletionStatus.SUCCESS, half.nextStatus(), "message " + i);
    }
  }

  private static int length(Randomness randomness) {
    return 8 + randomness.nextInt(SLOT_BYTES - 8);
  }

  private static void receiveAll(Half half, long seed, WorkRequest grant) {
    Randomness lengths = Randomness.seeded(seed);
    int next = 0;
    while (next < MESSAGES) {
      WorkCompletion received = half.next();
      assertEquals(CompletionStatus.SUCCESS, received.status(), "before message " + next);
      if (received.opcode() != Opcode.RECEIVE) {
        continue;
      }
      check(half, received, next, length(lengths));
      half.receive(received.id(), received.id() * SLOT_BYTES, SLOT_BYTES);
      next++;
      if (next % GRANT == 0) {
        half.queuePair.post(grant);
      }
    }
  }

  private static void check(Half half, WorkCompletion received, int number, int length) {
    long at = received.id() * SLOT_BYTES;
    MemorySegment memory = half.region.segment();
    assertEquals(length, received.byteLength(), "length of message " + number);
    assertEquals(number, memory.get(ValueLayout.JAVA_INT, at), "number of message " + number);
    byte last = memory.get(ValueLayout.JAVA_BYTE, at + length - 1);
    assertEquals((byte) number, last, "end of message " + number);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsWrittenAfterAFence(boolean byKey) throws Exception {
    try (Pair pair = new Pair()) {
      Randomness randomness = Randomness.seeded(7);
      for (int round = 0; round < 60; round++) {
        fenceOnce(pair, randomness, byKey);
      }
    }
  }

  /** One side writes until it is refused, the other takes back the region or the queue pair. */
  private static void fenceOnce(Pair pair, Randomness randomness, boolean byKey) throws Exception {
    Half target = pair.accepting;
    int length = 1 + randomness.nextInt(200_000);
    MemoryRegion region = target.domain.allocate(length, EnumSet.allOf(Access.class));
    QueuePair listening = target.anotherQueuePair();
    QueuePair writing = pair.inviting.anotherQueuePair();
    writing.connect(listening.address());
    listening.connect(writing.address());
    pair.inviting.region.segment().fill((byte) 1);
    WorkRequest write = new WorkRequest()
        .reset(Opcode.WRITE, 1)
        .local(pair.inviting.region, 0, length)
        .remote(region.address(), region.remoteKey());
    CompletableFuture<CompletionStatus> writer =
        CompletableFuture.supplyAsync(() -> writeUntilRefused(pair.inviting, writing, write));
    MemorySegment first = region.segment();
    Waits.until("the first byte", () -> first.get(ValueLayout.JAVA_BYTE, 0) == 1);
    MemorySegment memory = target.domain.own().file().asSlice(region.address(), length);
    Waits.until("the fence", byKey ? region::deregister : listening::destroy);
    memory.fill(CANARY);
    assertNotEquals(CompletionStatus.SUCCESS, writer.get(30, TimeUnit.SECONDS));
    for (long i = 0; i < length; i++) {
      assertEquals(CANARY, memory.get(ValueLayout.JAVA_BYTE, i), "written after the fence at " + i);
    }
    Waits.until("the rest", () -> listening.destroy() && region.deregister());
    assertEquals(QueuePairState.DESTROYED, listening.state());
  }

  private static CompletionStatus writeUntilRefused(
      Half half, QueuePair writing, WorkRequest write) {
    CompletionStatus status;
    do {
      writing.post(write);
      status = half.nextStatus();
    } while (status == CompletionStatus.SUCCESS);
    Waits.until("the writer's queue pair", writing::destroy);
    return status;
  }
}
