// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.DomainConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The two halves of the fence against each other, many times and as close in time as two threads
 * come: an initiator that got in and a responder that saw nobody must never be the same moment.
 */
final class FenceLitmusTest {
  private static final int SLOTS = 4096;

  /**
   * As many rounds as fit. On two cores that were busy otherwise, either full fence left out was
   * found within 45 rounds, once the code was compiled.
   */
  private static final long BUDGET_NANOS = 8_000_000_000L;

  /** Long enough for a thread that runs, short enough to let one run that does not. */
  private static final int SPINS = 2_000;

  private static final int NUMBER = 77;

  @Test
  void eitherTheInitiatorIsRefusedOrTheResponderWaits() throws Exception {
    DomainConfig config = new DomainConfig(Layout.PAGE_BYTES, SLOTS);
    Own own = Own.create(config, ShmConfig.STANDARD, Randomness.secure());
    Peer peer = new Peer(own.shared());
    PeerQueuePair[] targets = targets(own, peer);
    boolean[] entered = new boolean[SLOTS];
    boolean[] passed = new boolean[SLOTS];
    int refused = 0;
    int held = 0;
    long begin = System.nanoTime();
    for (int round = 0; System.nanoTime() - begin < BUDGET_NANOS; round++) {
      race(own, targets, entered, passed);
      for (int slot = 0; slot < SLOTS; slot++) {
        assertFalse(entered[slot] && passed[slot], "round " + round + ", slot " + slot);
        refused += entered[slot] ? 0 : 1;
        held += passed[slot] ? 0 : 1;
        targets[slot].leave();
      }
    }
    assertTrue(refused > 0 && held > 0, refused + " refused, " + held + " held: no race");
    peer.close();
    own.close();
  }

  private static PeerQueuePair[] targets(Own own, Peer peer) throws MalformedPeerException {
    long receives = own.allocateRing(ReceiveRing.bytes(1));
    long completions = own.allocateRing(CompletionRing.bytes(1));
    PeerQueuePair[] targets = new PeerQueuePair[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      long entry = own.layout().queuePairAt(slot);
      Words.opaqueLong(own.file(), entry + Layout.RECEIVES_AT, receives);
      Words.opaqueLong(own.file(), entry + Layout.COMPLETIONS_AT, completions);
      Words.opaqueInt(own.file(), entry + Layout.RECEIVES_DEPTH, 1);
      Words.opaqueInt(own.file(), entry + Layout.COMPLETIONS_DEPTH, 1);
      targets[slot] = new PeerQueuePair(peer, new QueuePairAddress(slot, NUMBER), NUMBER);
    }
    return targets;
  }

  private static void race(Own own, PeerQueuePair[] targets, boolean[] entered, boolean[] passed)
      throws Exception {
    for (int slot = 0; slot < SLOTS; slot++) {
      publish(own, slot, Layout.STATE_READY);
    }
    Gate gate = new Gate();
    CompletableFuture<Void> initiator = CompletableFuture.runAsync(() -> {
      for (int slot = 0; slot < SLOTS; slot++) {
        gate.first.set(slot + 1);
        Gate.awaitAtLeast(gate.second, slot + 1);
        entered[slot] = targets[slot].enter();
      }
    });
    for (int slot = 0; slot < SLOTS; slot++) {
      gate.second.set(slot + 1);
      Gate.awaitAtLeast(gate.first, slot + 1);
      publish(own, slot, Layout.STATE_ERROR);
      passed[slot] = new OperationFence(own, slot, slot + 1).isPassed();
    }
    initiator.get(60, TimeUnit.SECONDS);
  }

  /** Lets two threads begin each step at the same moment. */
  private static final class Gate {
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();

    @SuppressWarnings("ThreadPriorityCheck")
    static void awaitAtLeast(AtomicInteger other, int step) {
      for (int spins = 0; other.get() < step; spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
  }

  private static void publish(Own own, int slot, int state) {
    long entry = own.layout().queuePairAt(slot);
    Words.releaseLong(own.file(), entry + Layout.IDENTITY, Layout.identity(state, NUMBER, NUMBER));
  }
}
