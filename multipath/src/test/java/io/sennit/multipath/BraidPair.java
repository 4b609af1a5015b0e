// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPair;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two connected braids in one thread, with virtual time; route labels are 1, 2, ... Near is the
 * opener.
 */
final class BraidPair {
  static final long MILLI = 1_000_000;
  private static final int MOST_ROUNDS = 20_000;

  final LoopbackFabric fabric;
  final Side near;
  final Side far;
  long nowNanos;

  BraidPair(int strands) {
    this(strands, config(), 1, LeaseRules.SOUND);
  }

  BraidPair(int strands, BraidConfig config, long seed, LeaseRules rules) {
    this(strands, config, new LoopbackFabric(seed), rules);
  }

  /** On a fabric with times of its own; {@link #run} lets them pass. */
  BraidPair(int strands, BraidConfig config, LoopbackFabric fabric, LeaseRules rules) {
    this(between(strands), config, fabric, rules);
  }

  /** Over these paths, as both sides name them; it begins when it is on the fabric. */
  BraidPair(List<Path> paths, BraidConfig config, LoopbackFabric fabric, LeaseRules rules) {
    nowNanos = fabric.nowNanos();
    this.fabric = fabric;
    LoopbackPair pair = fabric.pair(new DomainConfig(64 << 20, 64));
    near = new Side(config, new BraidSession(77, 3, true), pair.near(), rules);
    far = new Side(config, new BraidSession(77, 3, false), pair.far(), rules);
    List<StrandOffer> nearOffers = near.braid.offer(paths);
    List<StrandOffer> farOffers = far.braid.offer(paths);
    far.braid.connect(nearOffers);
    near.braid.connect(farOffers);
    settle();
  }

  private static List<Path> between(int strands) {
    return IntStream.rangeClosed(1, strands)
        .mapToObj(label -> new Path(0, 0, label))
        .toList();
  }

  /** Small chunks, so that little data has many. */
  static BraidConfig config() {
    return config(128, 128);
  }

  /** The same with another {@code windowMessages} and {@code sendSlots}. */
  static BraidConfig config(int windowMessages, int sendSlots) {
    BraidConfig base = BraidConfig.defaults();
    return new BraidConfig(
        1024,
        windowMessages,
        sendSlots,
        16,
        64,
        4,
        4096,
        4096,
        4,
        64,
        64,
        base.quarantineBytes(),
        base.rebuildMinNanos(),
        base.rebuildMaxNanos(),
        base.silenceNanos(),
        base.retryNanos(),
        base.lifelineRepeatNanos(),
        base.scheduler(),
        base.paths(),
        base.growth(),
        base.classes(),
        base.intrusions());
  }

  /** Both sides once, and the lifeline; true if something was done. */
  boolean turn() {
    int work = near.braid.poll(nowNanos) + far.braid.poll(nowNanos);
    work += carry(near, far) + carry(far, near);
    return work > 0 || !near.braid.arm() || !far.braid.arm();
  }

  private static int carry(Side from, Side to) {
    int carried = 0;
    while (!from.lifeline.isEmpty()) {
      to.braid.onLifelineFrame(from.lifeline.poll());
      carried++;
    }
    return carried;
  }

  /** Turns, without time passing, until nothing happens any more. */
  void settle() {
    for (int i = 0; i < MOST_ROUNDS; i++) {
      if (!turn()) {
        return;
      }
    }
    fail("still busy after " + MOST_ROUNDS + " turns");
  }

  /** Lets time pass, timer by timer. */
  void advance(long nanos) {
    long untilNanos = nowNanos + nanos;
    for (int i = 0; i < MOST_ROUNDS; i++) {
      settle();
      long next = Math.min(near.braid.nextTimerNanos(), far.braid.nextTimerNanos());
      if (next > untilNanos) {
        nowNanos = untilNanos;
        settle();
        return;
      }
      nowNanos = Math.max(nowNanos + 1, next);
    }
    fail("timers go off without end");
  }

  boolean allGood() {
    return Stream.of(near, far)
        .flatMap(side -> side.braid.snapshot().paths().stream())
        .allMatch(path -> path.state() == StrandState.GOOD);
  }

  /** Lets time pass, the fabric's too, event by event, until something holds; false: too late. */
  boolean run(BooleanSupplier condition, long mostNanos) {
    long untilNanos = nowNanos + mostNanos;
    settle();
    while (!condition.getAsBoolean()) {
      if (nowNanos >= untilNanos) {
        return false;
      }
      long timer = Math.min(near.braid.nextTimerNanos(), far.braid.nextTimerNanos());
      long next = Math.min(Math.min(timer, fabric.nextDueNanos()), untilNanos);
      nowNanos = Math.max(nowNanos + 1, next);
      fabric.advance(nowNanos - fabric.nowNanos());
      settle();
    }
    return true;
  }

  /** Lets time pass until something holds, at most so long. */
  void await(BooleanSupplier condition, long mostNanos) {
    long untilNanos = nowNanos + mostNanos;
    settle();
    while (!condition.getAsBoolean() && nowNanos < untilNanos) {
      advance(MILLI);
    }
    assertTrue(condition.getAsBoolean(), () -> "not within " + mostNanos + " ns: " + this);
  }

  /** Both ends fail, and everything must be given back. */
  void closeAndCheck() {
    near.braid.fail("test over");
    far.braid.fail("test over");
    await(() -> near.closed == 1 && far.closed == 1, 30_000 * MILLI);
    checkEmpty(near);
    checkEmpty(far);
  }

  private void checkEmpty(Side side) {
    assertEquals(0, side.domain.liveQueuePairs(), "queue pairs");
    assertEquals(0, side.domain.liveRegions(), "regions");
    assertEquals(0, side.count(Counter.OPEN_LEASES), "leases of " + side.events);
    assertEquals(0, side.count(Counter.OPEN_TRANSFERS), "transfers of " + side.events);
    assertEquals(1, side.failures.size(), () -> "failures: " + side.failures);
  }

  /** At rest nothing is in use but what the user holds. */
  void checkIdle() {
    for (Side side : List.of(near, far)) {
      Engine engine = side.braid.engine();
      assertEquals(List.of(), side.failures);
      assertEquals(0, engine.sender.used(), () -> "send slots: " + this);
      assertEquals(0, engine.copies.open(), () -> "copies: " + this);
      assertEquals(0, engine.chunks.used(), () -> "chunks: " + this);
      assertEquals(0, side.count(Counter.QUARANTINED_BYTES), "quarantined");
      assertEquals(0, engine.sender.extraCopies(), "extra copies");
      assertEquals(0, side.count(Counter.STRAY_COMPLETIONS), "stray completions");
    }
    checkCredits(near, far);
    checkCredits(far, near);
  }

  /** What was sent was seen, and nothing else; the limit never went past what can be received. */
  private static void checkCredits(Side from, Side to) {
    Engine sender = from.braid.engine();
    Engine receiver = to.braid.engine();
    assertEquals(sender.credits.next(), receiver.window.base(), "sequences seen");
    long open = receiver.window.end() - sender.credits.limit();
    assertTrue(open >= 0, () -> "the peer believes in " + -open + " credits too many");
    int half = receiver.core.config.windowMessages() / 2;
    assertTrue(open < half || sender.credits.limit() == Credits.INITIAL, () -> open + " kept back");
  }

  @Override
  public String toString() {
    return "at " + nowNanos + "\n near " + near.braid.snapshot() + near.events + near.failures
        + "\n far " + far.braid.snapshot() + far.events + far.failures;
  }
}
