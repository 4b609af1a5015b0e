// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** Two engines in virtual time, and the network between them. One thread does it all. */
final class Pair {
  static final long BUDGET_BYTES = 1 << 20;

  final Side near;
  final Side far;
  Faults faults = Faults.NONE;
  long nowNanos = 1_000_000_000L;

  /** What comes within so long after another packet is looked at together with it. */
  long sleepNanos;

  /** Longer packets vanish, as on a route with a smaller MTU in its middle. */
  int longestBytes = Integer.MAX_VALUE;

  /** The same on the way to the near side only. */
  int longestBackBytes = Integer.MAX_VALUE;

  /** Packets carried, lost ones included. */
  long carried;

  private final long[] linkFreeNanos = new long[2];
  private final Randomness random;
  private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>(
      Comparator.comparingLong(Arrival::atNanos).thenComparingLong(Arrival::order));

  /** A packet on its way. */
  private record Arrival(long atNanos, long order, Copy copy) {}

  Pair(long seed, int mtuBytes) {
    this(seed, mtuBytes, EngineConfig.STANDARD, BUDGET_BYTES);
  }

  Pair(long seed, int mtuBytes, EngineConfig config, long budgetBytes) {
    this(seed, mtuBytes, config, budgetBytes, Side.MEMORY_BYTES);
  }

  /** One whose ends have so much memory each. */
  static Pair withMemory(long seed, int mtuBytes, int memoryBytes) {
    return new Pair(seed, mtuBytes, EngineConfig.STANDARD, BUDGET_BYTES, memoryBytes);
  }

  private Pair(long seed, int mtuBytes, EngineConfig config, long budgetBytes, int memoryBytes) {
    random = Randomness.seeded(seed);
    Node one = new Node(Node.ports(1, 1, mtuBytes), config, random, this::carry, () -> {});
    Node other = new Node(Node.ports(2, 1, mtuBytes), config, random, this::carry, () -> {});
    near = new Side(one, other.asRemote(budgetBytes), budgetBytes, memoryBytes);
    far = new Side(other, one.asRemote(budgetBytes), budgetBytes, memoryBytes);
    connect();
  }

  void connect() {
    connect(near.queuePair, far.queuePair);
  }

  /** The two ends cannot do anything beyond IBTA's required part, as if one were not Sennit's. */
  Pair plain() {
    near.queuePair.destroy();
    far.queuePair.destroy();
    near.queuePair = near.anotherQueuePair();
    far.queuePair = far.anotherQueuePair();
    near.queuePair.connect(withoutFeatures(far.queuePair.address()));
    far.queuePair.connect(withoutFeatures(near.queuePair.address()));
    return this;
  }

  /** Each end takes the other for a peer that is not Sennit. */
  Pair foreign() {
    near.queuePair.destroy();
    far.queuePair.destroy();
    near.queuePair = near.anotherQueuePair();
    far.queuePair = far.anotherQueuePair();
    near.node.engine.connect(near.queuePair, attributes(far.queuePair));
    far.node.engine.connect(far.queuePair, attributes(near.queuePair));
    return this;
  }

  private static PeerAttributes attributes(RoceQueuePair peer) {
    int mtuBytes = QueuePairAddress.decode(peer.address()).mtuBytes();
    return new PeerAttributes(
        peer.number(), peer.firstPsn(), mtuBytes, 16, 16, PeerAttributes.Retries.USUAL);
  }

  private static byte[] withoutFeatures(byte[] address) {
    QueuePairAddress all = QueuePairAddress.decode(address);
    return new QueuePairAddress(
            all.number(), all.firstPsn(), all.mtuBytes(), all.sourcePort(), all.maxReadAtomic(), 0)
        .encode();
  }

  static void connect(RoceQueuePair one, RoceQueuePair other) {
    one.connect(other.address());
    other.connect(one.address());
  }

  Randomness random() {
    return random;
  }

  /** How many packets are in the network. */
  int underWay() {
    return arrivals.size();
  }

  private void carry(Copy copy) {
    carried++;
    int mostBytes = near.node.owns(copy) ? Math.min(longestBackBytes, longestBytes) : longestBytes;
    if (copy.bytes().length > mostBytes) {
      return;
    }
    if (random.nextInt(1000) < faults.lostPerMille()) {
      return;
    }
    Copy sent = random.nextInt(1000) < faults.corruptedPerMille() ? corrupted(copy) : copy;
    int times = random.nextInt(1000) < faults.doubledPerMille() ? 2 : 1;
    for (int at = 0; at < times; at++) {
      long jitter = faults.jitterNanos() == 0 ? 0 : random.nextInt((int) faults.jitterNanos());
      long atNanos = sentNanos(sent) + faults.delayNanos() + jitter;
      arrivals.add(new Arrival(atNanos, carried, sent));
    }
  }

  /** When a packet has left: each side's link takes a nanosecond for a byte. */
  private long sentNanos(Copy copy) {
    int link = near.node.owns(copy) ? 0 : 1;
    linkFreeNanos[link] = Math.max(nowNanos, linkFreeNanos[link]) + copy.bytes().length;
    return linkFreeNanos[link];
  }

  private Copy corrupted(Copy copy) {
    byte[] bytes = copy.bytes().clone();
    for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return copy.with(bytes);
  }

  private void turn(Side side) {
    Engine engine = side.node.engine;
    engine.timers(nowNanos);
    while (engine.hasWork() && engine.transmit(side.node, nowNanos)) {
      // transmit() stops now and then so that others have a turn; here nobody waits.
    }
    side.drain();
  }

  /** Runs until something is so; false if nothing more happens before, or too much time passes. */
  boolean run(BooleanSupplier until, long mostNanos) {
    long endNanos = nowNanos + mostNanos;
    while (nowNanos < endNanos) {
      turn(near);
      turn(far);
      if (until.getAsBoolean()) {
        return true;
      }
      if (!step()) {
        return false;
      }
    }
    return false;
  }

  /** Goes to the next moment at which something happens. */
  private boolean step() {
    Arrival first = arrivals.peek();
    long next = first == null ? Engine.NO_TIMER : first.atNanos();
    next = Math.min(next, near.node.engine.nextTimerNanos());
    next = Math.min(next, far.node.engine.nextTimerNanos());
    if (next == Engine.NO_TIMER) {
      return false;
    }
    nowNanos = Math.max(nowNanos, next + sleepNanos);
    for (Arrival due = arrivals.peek();
        due != null && due.atNanos() <= nowNanos;
        due = arrivals.peek()) {
      arrivals.remove();
      Side target = near.node.owns(due.copy()) ? near : far;
      target.node.receive(due.copy(), random.nextBoolean(), nowNanos);
    }
    return true;
  }
}
