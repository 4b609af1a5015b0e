// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * One fuzzed conversation in virtual time, from two new engines to nothing left. Whatever comes,
 * nothing is thrown, every request ends once and after a bounded number of packets, no byte changes
 * that may not, no secret is told, and everything is given back.
 */
final class FuzzRun {
  private static final long MOST_NANOS = 120_000_000_000L;

  /** Far more than the hundreds of packets that long conversations take: more is a storm. */
  private static final int MOST_PACKETS = 20_000;

  private static final int TELLING_BYTES = 16;

  private final Genome genome;
  private final Randomness random;
  private final Meddler meddler;
  private final GuardedSide near;
  private final GuardedSide far;
  private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>(
      Comparator.comparingLong(Arrival::atNanos).thenComparingLong(Arrival::order));
  private long order;
  private long nowNanos = 1_000_000_000L;

  /** A packet on its way. */
  private record Arrival(long atNanos, long order, Copy copy) {}

  FuzzRun(Genome genome) {
    this.genome = genome;
    random = Randomness.seeded(genome.seed());
    meddler = new Meddler(genome);
    int mtuBytes = 256 << random.nextInt(3);
    near = new GuardedSide(1, mtuBytes, random, this::carry, GuardedSide.announced(2, mtuBytes));
    far = new GuardedSide(2, mtuBytes, random, this::carry, GuardedSide.announced(1, mtuBytes));
    if (genome.saysAll()) {
      near.speakAll();
      far.speakAll();
    }
    near.side.queuePair.connect(far.side.queuePair.address());
    far.side.queuePair.connect(near.side.queuePair.address());
  }

  private void carry(Copy sent) {
    if (meddler.count() > MOST_PACKETS) {
      throw new AssertionError("a storm of " + meddler.count() + " packets");
    }
    refuseSecrets(sent.bytes());
    for (Meddler.Delivery each : meddler.carry(sent)) {
      arrivals.add(new Arrival(nowNanos + each.delayNanos(), order++, each.copy()));
    }
  }

  private static void refuseSecrets(byte[] bytes) {
    int run = 0;
    for (byte each : bytes) {
      run = each == GuardedSide.SECRET ? run + 1 : 0;
      if (run == TELLING_BYTES) {
        throw new AssertionError("a packet of opcode " + bytes[0] + " tells a secret");
      }
    }
  }

  /** Runs it all; returns what was seen, for comparison with other runs. */
  Set<String> run() {
    int actions = 1 + random.nextInt(24);
    long endNanos = nowNanos + MOST_NANOS;
    while (actions > 0 || !(near.isOver() && far.isOver()) || !arrivals.isEmpty()) {
      for (int some = random.nextInt(4); some > 0 && actions > 0; some--, actions--) {
        boolean mine = random.nextBoolean();
        (mine ? near : far).act(mine ? far : near);
      }
      turn(near);
      turn(far);
      if (!step(actions > 0) || nowNanos > endNanos) {
        break;
      }
    }
    if (nowNanos > endNanos) {
      throw new AssertionError("no end: " + near.isOver() + " and " + far.isOver());
    }
    near.checkMemory();
    far.checkMemory();
    Set<String> features = features();
    near.end();
    far.end();
    return features;
  }

  private void turn(GuardedSide guarded) {
    Engine engine = guarded.side.node.engine;
    engine.timers(nowNanos);
    while (engine.hasWork() && engine.transmit(guarded.side.node, nowNanos)) {
      // transmit() stops now and then so that others have a turn; here nobody waits.
    }
    guarded.drain();
  }

  /** Goes to the next moment at which something happens; false if there is none. */
  private boolean step(boolean more) {
    Arrival first = arrivals.peek();
    long next = first == null ? Engine.NO_TIMER : first.atNanos();
    next = Math.min(next, near.side.node.engine.nextTimerNanos());
    next = Math.min(next, far.side.node.engine.nextTimerNanos());
    if (next == Engine.NO_TIMER) {
      return more;
    }
    nowNanos = Math.max(nowNanos, next);
    for (Arrival due = first; due != null && due.atNanos() <= nowNanos; due = arrivals.peek()) {
      arrivals.remove();
      deliver(due.copy());
    }
    return true;
  }

  private void deliver(Copy copy) {
    for (GuardedSide each : new GuardedSide[] {near, far}) {
      if (each.side.node.owns(copy)) {
        each.side.node.receive(copy, random.nextBoolean(), nowNanos);
      }
    }
  }

  /** Counters by their magnitude, and how it ended. */
  private Set<String> features() {
    Set<String> features = new HashSet<>();
    for (GuardedSide each : new GuardedSide[] {near, far}) {
      String name = each == near ? "near " : "far ";
      features.add(name + each.side.queuePair.state());
      for (EngineCounters.Kind kind : EngineCounters.Kind.values()) {
        long count = each.side.count(kind);
        if (count > 0) {
          int magnitude = Math.min(8, Long.SIZE - Long.numberOfLeadingZeros(count));
          features.add(name + kind + magnitude);
          genome.meddlings().forEach(one -> features.add(name + kind + one.kind()));
        }
      }
    }
    return features;
  }
}
