// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.verbs.CompletionChannel;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** An event loop's engine whose packets reach other channels of a {@link MemoryFabric}. */
final class MemoryChannel implements CompletionChannel {
  final Node node;
  private final Clock clock = Clock.system();
  private final LinkedBlockingDeque<Copy> inbox = new LinkedBlockingDeque<>();
  private final AtomicBoolean woken = new AtomicBoolean();

  MemoryChannel(MemoryFabric fabric, List<LocalPort> ports, EngineConfig config) {
    node = new Node(ports, config, Randomness.secure(), fabric::carry, this::drive);
  }

  void arrive(Copy copy) {
    inbox.add(copy);
  }

  private void drive() {
    for (Copy copy = inbox.poll(); copy != null; copy = inbox.poll()) {
      node.receive(copy, true, clock.nanoTime());
    }
    node.engine.timers(clock.nanoTime());
    node.engine.transmit(node, clock.nanoTime());
  }

  @Override
  public boolean await(long timeoutNanos) {
    long endNanos = clock.nanoTime() + timeoutNanos;
    while (true) {
      drive();
      if (node.engine.takeEvent() || woken.getAndSet(false)) {
        return true;
      }
      long leftNanos = endNanos - clock.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      sleep(leftNanos);
    }
  }

  private void sleep(long leftNanos) {
    long timer = node.engine.nextTimerNanos();
    long boundNanos = timer == Engine.NO_TIMER ? leftNanos : timer - clock.nanoTime();
    try {
      Copy first = node.engine.hasWork()
          ? inbox.poll()
          : inbox.poll(Math.min(boundNanos, leftNanos), TimeUnit.NANOSECONDS);
      if (first != null) {
        inbox.addFirst(first);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An empty packet ends the sleep. */
  @Override
  public void wake() {
    woken.set(true);
    inbox.add(MemoryFabric.NOTHING);
  }

  @Override
  public void close() {}
}
