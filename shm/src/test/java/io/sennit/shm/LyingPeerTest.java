// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A peer that scribbles over every word it can reach: the victim's file, and its own, which the
 * victim reads. The victim's calls must return, complete each request once, never throw, and never
 * touch memory outside the two files.
 */
final class LyingPeerTest {
  private static final int STEPS = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int VICTIM_AND_LIAR = 2;

  /** A completion ring of three pages and a receive ring of one. */
  private static final int RINGS_BYTES = 1 << 14;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void garbageBetweenCallsEndsTheSessionAtWorst(long seed) throws Exception {
    Randomness randomness = Randomness.seeded(seed);
    Assertions.assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          for (int round = 0; round < 10; round++) {
            Victim victim = new Victim(Pair.connected());
            for (int step = 0; step < STEPS; step++) {
              scribble(victim.files[randomness.nextInt(VICTIM_AND_LIAR)], victim, randomness);
              victim.act(randomness);
            }
            victim.end();
          }
        },
        "seed " + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void garbageDuringCallsEndsTheSessionAtWorst(long seed) throws Exception {
    Assertions.assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          for (int round = 0; round < 10; round++) {
            Victim victim = new Victim(Pair.connected());
            AtomicBoolean over = new AtomicBoolean();
            Randomness liars = Randomness.seeded(seed * 1000 + round);
            Thread liar = Thread.ofPlatform().start(() -> {
              while (!over.get()) {
                scribble(victim.files[liars.nextInt(VICTIM_AND_LIAR)], victim, liars);
              }
            });
            Randomness randomness = Randomness.seeded(seed);
            for (int step = 0; step < STEPS; step++) {
              victim.act(randomness);
            }
            over.set(true);
            liar.join();
            victim.end();
          }
        },
        "seed " + seed);
  }

  /** Writes one word: anything, or something near what is there, or an extreme. */
  private static void scribble(MemorySegment file, Victim victim, Randomness randomness) {
    long offset = victim.interestingOffset(randomness);
    long there = file.get(ValueLayout.JAVA_LONG, offset);
    long value = switch (randomness.nextInt(6)) {
      case 0 -> randomness.nextLong();
      case 1 -> there + randomness.nextInt(5) - 2;
      case 2 -> there ^ 1L << randomness.nextInt(64);
      case 3 -> Long.MAX_VALUE - randomness.nextInt(3);
      case 4 -> Long.MIN_VALUE + randomness.nextInt(3);
      default -> 0;
    };
    file.set(ValueLayout.JAVA_LONG, offset, value);
  }

  /** The honest half and what it keeps count of. */
  private static final class Victim {
    private final Pair pair;
    private final Half half;
    private final Half liar;
    private final MemorySegment[] files;
    private final WorkCompletion[] polled = {new WorkCompletion(), new WorkCompletion()};
    private int posted;
    private int completed;

    Victim(Pair pair) {
      this.pair = pair;
      half = pair.inviting;
      liar = pair.accepting;
      files = new MemorySegment[] {half.domain.own().file(), liar.domain.own().file()};
      for (int i = 0; i < 32; i++) {
        half.receive(i, i * 64L, 64);
        liar.receive(i, i * 64L, 64);
      }
    }

    /** Control words in use: header, first queue pair, first keys, rings. */
    long interestingOffset(Randomness randomness) {
      Layout layout = half.domain.own().layout();
      return switch (randomness.nextInt(4)) {
        case 0 -> randomness.nextInt(32) * 8L;
        case 1 -> layout.queuePairAt(0) + randomness.nextInt(24) * 8L;
        case 2 -> layout.keyAt(0) + randomness.nextInt(8) * 8L;
        default -> layout.ringsAt() + ringOffset(randomness);
      };
    }

    /** Seldom the overflow flag, which ends all; the rest are counters and entries. */
    private static long ringOffset(Randomness randomness) {
      long offset = randomness.nextInt(RINGS_BYTES / 8) * 8L;
      boolean flag = offset == CompletionRing.OVERFLOW && randomness.nextInt(20) > 0;
      return flag ? CompletionRing.ENTRIES : offset;
    }

    void act(Randomness randomness) {
      switch (randomness.nextInt(7)) {
        case 0 -> count(half.send(1, 0, randomness.nextInt(65)));
        case 1 -> count(half.write(2, randomness.nextInt(Half.REGION_BYTES), liar));
        case 2 -> count(half.read(3, randomness.nextInt(Half.REGION_BYTES), liar));
        case 3 -> count(half.queuePair.post(immediate()));
        case 4 -> half.receive(5, 0, 64);
        case 5 -> liar.send(6, 0, 64);
        default -> poll();
      }
    }

    private WorkRequest immediate() {
      return half.request
          .reset(Opcode.WRITE_WITH_IMMEDIATE, 4)
          .local(half.region, 0, 8)
          .remote(liar.region.address(), liar.region.remoteKey())
          .immediate(9);
    }

    private void count(PostStatus status) {
      posted += status == PostStatus.POSTED ? 1 : 0;
    }

    private int poll() {
      int count = half.completions.poll(polled);
      for (int i = 0; i < count; i++) {
        Opcode opcode = polled[i].opcode();
        boolean receive = opcode == Opcode.RECEIVE || opcode == Opcode.RECEIVE_WITH_IMMEDIATE;
        completed += receive ? 0 : 1;
        assertTrue(
            !receive || polled[i].byteLength() >= 0,
            "a length of " + polled[i].byteLength() + " from a liar");
      }
      half.completions.arm();
      return count;
    }

    /** Every request has completed once, and everything can be given back. */
    void end() {
      half.queuePair.toError();
      while (poll() > 0) {
        assertTrue(completed <= posted, completed + " completions of " + posted);
      }
      assertEquals(posted, completed);
      assertEquals(0, half.queuePair.outstanding());
      assertTrue(half.queuePair.state() == QueuePairState.ERROR, "state " + half.queuePair.state());
      clearAnnouncements();
      pair.close();
    }

    /** A liar can claim for ever to be in mid-copy; only its death would then end the wait. */
    private void clearAnnouncements() {
      for (MemorySegment file : files) {
        long entry = half.domain.own().layout().queuePairAt(0);
        file.set(ValueLayout.JAVA_LONG, entry + Layout.IN_OPERATION, 0);
      }
    }
  }
}
