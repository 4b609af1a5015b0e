// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Knows every site, counts how often each is reached, and has the heap be full at one of them.
 * {@link #reach} is called by production's code itself, from any thread; the rest belongs to the
 * test.
 */
public final class Sites {
  private static final int MOST = 1 << 15;
  private static final int NONE = -1;

  private static final List<Site> KNOWN = new ArrayList<>();
  private static final AtomicIntegerArray REACHED = new AtomicIntegerArray(MOST);
  private static final AtomicLong LEFT = new AtomicLong();
  private static volatile BooleanSupplier watched = () -> false;
  private static volatile Supplier<OutOfMemoryError> error = OutOfMemoryError::new;
  private static volatile boolean counting;
  private static volatile int armed = NONE;
  private static volatile Optional<OutOfMemoryError> thrown = Optional.empty();

  private Sites() {}

  /** Gives a site a number. */
  static synchronized int add(Site site) {
    if (KNOWN.size() == MOST) {
      throw new IllegalStateException("more than " + MOST + " sites");
    }
    KNOWN.add(site);
    return KNOWN.size() - 1;
  }

  /** All of the classes that have been loaded. */
  static synchronized List<Site> known() {
    return List.copyOf(KNOWN);
  }

  /** Something is allocated right behind this. */
  public static void reach(int site) {
    if (site == armed) {
      throwInTime();
    }
    if (counting && watched.getAsBoolean()) {
      REACHED.incrementAndGet(site);
    }
  }

  private static void throwInTime() {
    if (watched.getAsBoolean() && LEFT.decrementAndGet() == 0) {
      armed = NONE;
      OutOfMemoryError none = error.get();
      thrown = Optional.of(none);
      throw none;
    }
  }

  /** Sets the condition under which a site counts and may throw, asked on its own thread. */
  public static void watch(BooleanSupplier newWatched, Supplier<OutOfMemoryError> newError) {
    watched = newWatched;
    error = newError;
  }

  /** Counts from now on, from 0. */
  static void count() {
    for (int site = 0; site < MOST; site++) {
      REACHED.set(site, 0);
    }
    counting = true;
  }

  /** Counts no more. */
  static void stopCounting() {
    counting = false;
  }

  /** How often it was reached. */
  static int reached(int site) {
    return REACHED.get(site);
  }

  /** Makes a site throw once, the n-th time it is reached from now on. */
  static void arm(int site, long n) {
    thrown = Optional.empty();
    LEFT.set(n);
    armed = site;
  }

  /** No site throws any more; what was thrown, if it was. */
  static Optional<OutOfMemoryError> disarm() {
    armed = NONE;
    return thrown;
  }
}
