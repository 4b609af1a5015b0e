// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Capabilities;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPath;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A {@link BraidPair} over paths, each between ports of its own, with rates and round trips in
 * virtual time, on which the far side lends memory that the near side reads, and what was delivered
 * when is kept.
 */
final class Roads {
  static final long MICRO = 1_000;
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;
  static final long MEGABYTE = 1_000_000;

  /** What a NIC can do: no round trips, no rates. */
  static final Capabilities NIC =
      new Capabilities(16 << 20, 256, 4096, 1 << 16, 1 << 20, 16, true, false);

  final LoopbackFabric fabric;
  final BraidPair pair;
  private long longestGapNanos;
  private long lastDeliveredNanos;
  private long lastDeliveredBytes;

  /**
   * @param rttNanos of every path
   * @param rates bytes per second of path 1, 2, ... in each direction
   */
  Roads(LoopbackFabric fabric, BraidConfig config, long rttNanos, long... rates) {
    this.fabric = fabric;
    pair = open(fabric, config, rttNanos, rates);
    assertTrue(pair.run(pair::allGood, SECOND), pair::toString);
  }

  /** The pair, whose paths need not work. */
  static BraidPair open(LoopbackFabric fabric, BraidConfig config, long rttNanos, long... rates) {
    for (int i = 0; i < rates.length; i++) {
      fabric.path(i + 1).latency(rttNanos, rttNanos);
      fabric.path(i + 1).rate(rates[i]);
    }
    fabric.ports(rates.length);
    List<Path> paths = IntStream.range(0, rates.length)
        .mapToObj(port -> new Path(port, port, port + 1))
        .toList();
    return new BraidPair(paths, config, fabric, LeaseRules.SOUND);
  }

  /** Four paths of 100 MB/s and 100 us. */
  static Roads four(long seed) {
    long rate = 100 * MEGABYTE;
    return new Roads(
        new LoopbackFabric(seed), BraidConfig.defaults(), 100 * MICRO, rate, rate, rate, rate);
  }

  /** Both directions of a path, from 1. */
  LoopbackPath path(int label) {
    return fabric.path(label);
  }

  /** Does something to every path. */
  void all(Consumer<LoopbackPath> action) {
    for (int label = 1; label <= pair.near.braid.snapshot().paths().size(); label++) {
      action.accept(path(label));
    }
  }

  /** Starts to read fresh memory of the far side. */
  Reading read(int bytes) {
    lastDeliveredNanos = pair.nowNanos;
    longestGapNanos = 0;
    return new Reading(bytes);
  }

  /** Lets time pass and watches what is delivered. */
  void pass(long nanos) {
    long untilNanos = pair.nowNanos + nanos;
    while (pair.nowNanos < untilNanos) {
      pair.run(this::delivered, untilNanos - pair.nowNanos);
      note();
    }
  }

  private boolean delivered() {
    return pair.near.count(Counter.READ_BYTES) != lastDeliveredBytes;
  }

  private void note() {
    longestGapNanos = Math.max(longestGapNanos, pair.nowNanos - lastDeliveredNanos);
    lastDeliveredNanos = pair.nowNanos;
    lastDeliveredBytes = pair.near.count(Counter.READ_BYTES);
  }

  /** The longest time without a byte since the last {@link #read}. */
  long longestGapNanos() {
    return longestGapNanos;
  }

  PathSnapshot near(int label) {
    return pair.near.path(label - 1);
  }

  void closeAndCheck() {
    pair.closeAndCheck();
  }

  /** One transfer. */
  final class Reading {
    private final int bytes;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final long startNanos = pair.nowNanos;

    private Reading(int bytes) {
      this.bytes = bytes;
      source = pair.far.memory(bytes);
      target = pair.near.memory(bytes);
      TransfersTest.fill(source, bytes);
      RemoteSpan span = pair.far.braid.lend(source, 0, bytes, pair.far.note("loan free"));
      pair.near.events.clear();
      pair.near.braid.read(span, target, 0, bytes, pair.near.named("read"));
    }

    /** Waits for the end; how long it took. */
    long finish(long mostNanos) {
      long untilNanos = pair.nowNanos + mostNanos;
      while (pair.near.events.isEmpty() && pair.nowNanos < untilNanos) {
        pair.run(() -> delivered() || !pair.near.events.isEmpty(), untilNanos - pair.nowNanos);
        note();
      }
      long tookNanos = pair.nowNanos - startNanos;
      assertEquals("read delivered", pair.near.events.getFirst(), pair::toString);
      assertEquals(-1, TransfersTest.differs(source, target, bytes), pair::toString);
      pair.run(() -> pair.far.events.contains("loan free"), 60 * SECOND);
      assertTrue(pair.far.events.contains("loan free"), pair::toString);
      pair.far.events.clear();
      source.deregister();
      target.deregister();
      return tookNanos;
    }
  }
}
