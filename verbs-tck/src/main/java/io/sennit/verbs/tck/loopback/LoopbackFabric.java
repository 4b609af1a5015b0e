// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.base.Randomness;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Feature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What joins loopback devices: virtual time, faults per route label, one seed. Thread-safe: the one
 * lock of all that hangs on it is the fabric itself.
 *
 * <p>Without faults every request is executed and completed inside its post.
 */
public final class LoopbackFabric {
  static final int NUMBER_BITS = 24;

  private static final Capabilities CAPABILITIES = new Capabilities(
          16 << 20, 256, 4096, 1 << 16, 1 << 20, 16, true, true)
      .withRanges(8, 8)
      .with(EnumSet.allOf(Feature.class));

  private final Randomness randomness;
  private final Capabilities capabilities;
  private final Map<Integer, LoopbackPath> paths = new HashMap<>();
  private final List<LoopbackQueuePair> queuePairs = new ArrayList<>();
  private final Map<Long, LoopbackInvitation> invitations = new HashMap<>();
  private final Set<Integer> takenKeys = new HashSet<>();
  private final Set<Integer> takenNumbers = new HashSet<>();
  private long nextAddress;
  private long nowNanos;
  private boolean stepping;
  private int ports = 1;

  /** A fabric of generous capabilities. */
  public LoopbackFabric(long seed) {
    this(seed, CAPABILITIES);
  }

  /**
   * @param seed of all numbers, keys, latencies and choices
   * @param capabilities of all its devices
   */
  public LoopbackFabric(long seed, Capabilities capabilities) {
    randomness = Randomness.seeded(seed);
    this.capabilities = capabilities;
    nextAddress = 0x5e00_0000_0000L + randomness.nextInt(1 << 20) * LoopbackDomain.PAGE_BYTES;
  }

  /** Two connected domains with a channel each, without a rendezvous. */
  public LoopbackPair pair(DomainConfig config) {
    LoopbackDomain near = new LoopbackDomain(this, config, new LoopbackChannel());
    LoopbackDomain far = new LoopbackDomain(this, config, new LoopbackChannel());
    near.join(far);
    far.join(near);
    return new LoopbackPair(near, far);
  }

  /** The faults of a route label, both directions, all domains. */
  public synchronized LoopbackPath path(int routeLabel) {
    return paths.computeIfAbsent(
        routeLabel,
        label ->
            new LoopbackPath(this, queuePair -> queuePair.config().path().routeLabel() == label));
  }

  /**
   * Gives every domain so many ports, of which each reaches each of the peer's; one at the start.
   * Their faults go by route label all the same.
   */
  public synchronized void ports(int count) {
    ports = count;
  }

  synchronized int ports() {
    return ports;
  }

  /** Whether requests wait for {@link #step}; switching it off lets everything run. */
  public synchronized void stepping(boolean on) {
    stepping = on;
    queuePairs(all -> true).forEach(LoopbackQueuePair::resume);
  }

  synchronized boolean isStepping() {
    return stepping;
  }

  /**
   * Executes one request: the oldest of a queue pair chosen by the seed.
   *
   * @return false if nothing could be executed
   */
  public synchronized boolean step() {
    List<LoopbackQueuePair> ready = queuePairs(LoopbackQueuePair::mayRun);
    if (ready.isEmpty()) {
      return false;
    }
    ready.get(randomness.nextInt(ready.size())).step();
    return true;
  }

  /** Virtual time, from zero. */
  public synchronized long nowNanos() {
    return nowNanos;
  }

  /** Lets virtual time pass; what becomes due is executed in the order of its due times. */
  public synchronized void advance(long nanos) {
    long untilNanos = nowNanos + nanos;
    for (LoopbackQueuePair next = earliest(untilNanos); next != null; next = earliest(untilNanos)) {
      nowNanos = Math.max(nowNanos, next.dueNanos());
      next.step();
    }
    nowNanos = untilNanos;
  }

  private @Nullable LoopbackQueuePair earliest(long untilNanos) {
    LoopbackQueuePair earliest = null;
    for (LoopbackQueuePair queuePair : queuePairs) {
      boolean runs = queuePair.dueNanos() <= untilNanos && !Responder.isAwaited(queuePair);
      if (runs && (earliest == null || queuePair.dueNanos() < earliest.dueNanos())) {
        earliest = queuePair;
      }
    }
    return earliest;
  }

  /** When {@link #advance} would next execute something; {@code Long.MAX_VALUE} if never. */
  public synchronized long nextDueNanos() {
    return queuePairs.stream().mapToLong(LoopbackQueuePair::dueNanos).min().orElse(Long.MAX_VALUE);
  }

  Capabilities capabilities() {
    return capabilities;
  }

  synchronized List<LoopbackQueuePair> queuePairs(Predicate<LoopbackQueuePair> scope) {
    return queuePairs.stream().filter(scope).toList();
  }

  synchronized void add(LoopbackQueuePair queuePair) {
    queuePairs.removeIf(LoopbackQueuePair::isSpent);
    queuePairs.add(queuePair);
  }

  synchronized long randomUpTo(long mostNanos) {
    return mostNanos <= 0 ? 0 : Math.floorMod(randomness.nextLong(), mostNanos + 1);
  }

  /** Room after each region: an address just behind one never lies in the next. */
  synchronized long nextAddress(long bytes) {
    long address = nextAddress;
    long pages = bytes / LoopbackDomain.PAGE_BYTES + 2;
    nextAddress += pages * LoopbackDomain.PAGE_BYTES;
    return address;
  }

  /** Never used twice. */
  synchronized int nextKey() {
    int key = randomness.nextInt();
    return takenKeys.add(key) ? key : nextKey();
  }

  /** Never used twice. */
  synchronized int nextNumber() {
    int number = randomness.nextInt(1 << NUMBER_BITS);
    return takenNumbers.add(number) ? number : nextNumber();
  }

  synchronized long offer(LoopbackInvitation invitation) {
    long secret = randomness.nextLong();
    invitations.put(secret, invitation);
    return secret;
  }

  synchronized @Nullable LoopbackInvitation claim(long secret) {
    return invitations.remove(secret);
  }
}
