// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Counts bytes against a limit before they are allocated. Accounts form a tree: a process has one
 * for each kind of memory, below it one for each peer, below that one for each session. A charge
 * counts in every account up to the root and fails as a whole if one of them has no room.
 *
 * <p>A <em>floor</em> is set aside when an account is opened: up to it, charges always succeed,
 * whatever others hold. What exceeds the floor competes for the rest of the parent.
 *
 * <p>An account itself allocates nothing on {@link #tryCharge} and {@link #release}, but the tasks
 * of those who wait for room may, and run in {@link #release}. Safe from any thread; all accounts
 * of a tree share one lock, which is never held while foreign code runs.
 */
public final class MemoryAccount implements AutoCloseable {
  private final String name;
  private final @Nullable MemoryAccount parent;
  private final Object lock;
  private final Queue<Runnable> waiting;
  private final Set<MemoryAccount> savers;
  private final MemoryAccount root;
  private final long limitBytes;
  private long floorBytes;
  private long chargedBytes;
  private long peakBytes;
  private long refusals;
  private boolean closed;
  private volatile boolean awaited;
  private volatile @Nullable Runnable saver;

  private MemoryAccount(
      String name, @Nullable MemoryAccount parent, long floorBytes, long limitBytes) {
    if (floorBytes < 0 || limitBytes < floorBytes) {
      throw new IllegalArgumentException(name + ": limit " + limitBytes
          + " must be at least the floor " + floorBytes + ", from 0");
    }
    this.name = name;
    this.parent = parent;
    this.floorBytes = floorBytes;
    this.limitBytes = limitBytes;
    root = parent == null ? this : parent.root;
    lock = parent == null ? new Object() : parent.lock;
    waiting = parent == null ? new ArrayDeque<>() : parent.waiting;
    savers = parent == null ? new CopyOnWriteArraySet<>() : parent.savers;
  }

  /**
   * The account at the top of a tree.
   *
   * @param name of the memory that it counts, for messages
   * @param limitBytes most bytes charged at a time, 0 or more
   */
  public static MemoryAccount root(String name, long limitBytes) {
    return new MemoryAccount(name, null, 0, limitBytes);
  }

  /**
   * Opens an account below this one; empty if there is no room for its floor.
   *
   * @param childName for messages
   * @param childFloorBytes set aside until the account is closed, 0 or more
   * @param childLimitBytes most bytes charged at a time, at least the floor
   * @throws IllegalStateException if this account is closed
   */
  public Optional<MemoryAccount> open(
      String childName, long childFloorBytes, long childLimitBytes) {
    MemoryAccount child = new MemoryAccount(childName, this, childFloorBytes, childLimitBytes);
    Optional<MemoryAccount> opened = Optional.of(child); // Before anything is charged for it.
    synchronized (lock) {
      requireOpen();
      return charge(childFloorBytes) ? opened : Optional.empty();
    }
  }

  /**
   * Charges bytes that are about to be allocated; false, and nothing is charged, if this account or
   * one above it has no room, or this one is closed.
   *
   * @param bytes 0 or more
   */
  public boolean tryCharge(long bytes) {
    requireNotNegative(bytes);
    synchronized (lock) {
      return !closed && charge(bytes);
    }
  }

  /**
   * Gives back bytes that were charged and are not held any more; also after {@link #close}. Tasks
   * of {@link #whenRoom} run in the calling thread.
   *
   * @throws IllegalStateException if fewer bytes are charged
   */
  public void release(long bytes) {
    requireNotNegative(bytes);
    synchronized (lock) {
      if (bytes > chargedBytes) {
        throw new IllegalStateException(
            name + ": " + bytes + " bytes released, " + chargedBytes + " charged");
      }
      subtract(bytes);
    }
    if (bytes > 0) {
      tellWaiting();
    }
  }

  /**
   * Runs the task once, after the next release anywhere in this tree, in the thread that releases:
   * it must not block, and should not throw. Ask first and charge again then, so that no release is
   * missed in between.
   */
  public void whenRoom(Runnable task) {
    boolean first;
    synchronized (lock) {
      waiting.add(task);
      first = !root.awaited;
      root.awaited = true;
    }
    if (first) {
      savers.forEach(MemoryAccount::askSaver);
    }
  }

  /**
   * Runs the task, until this account is closed, whenever somebody begins to wait for room in this
   * tree, in the thread that does: it has what is kept for later use only given back soon,
   * elsewhere.
   */
  public void onAwaited(Runnable task) {
    saver = task;
    savers.add(this);
  }

  private void askSaver() {
    Runnable task = saver;
    if (task != null) {
      task.run();
    }
  }

  /**
   * Gives the floor back; nothing can be charged any more. What is still charged stays so until it
   * is released. Closing twice changes nothing.
   */
  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      savers.remove(this);
      long unusedBytes = heldBytes(chargedBytes) - chargedBytes;
      floorBytes = 0;
      if (parent != null) {
        parent.subtract(unusedBytes);
      }
    }
    tellWaiting();
  }

  /**
   * Whether somebody waits for room anywhere in this tree, so that what is kept for later use only
   * should be given back.
   */
  public boolean isAwaited() {
    return root.awaited;
  }

  /**
   * Whether less than a quarter of the limit is free, here or in an account above: whoever can wait
   * should.
   */
  public boolean isNearLimit() {
    synchronized (lock) {
      MemoryAccount each = this;
      while (each != null && each.limitBytes - each.chargedBytes >= each.limitBytes / 4) {
        each = each.parent;
      }
      return each != null;
    }
  }

  /** Whether nothing can be charged any more. */
  public boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** What a charge of that many bytes fails for now, as a sentence; empty if it would succeed. */
  public Optional<String> obstacle(long bytes) {
    synchronized (lock) {
      MemoryAccount full = closed ? this : refusing(bytes);
      return Optional.ofNullable(full).map(account -> account.describe(bytes));
    }
  }

  private String describe(long bytes) {
    return closed
        ? name + " is closed"
        : name + " holds " + chargedBytes + " of at most " + limitBytes + " bytes; " + bytes
            + " more were asked for";
  }

  public String name() {
    return name;
  }

  /** Most bytes charged at a time. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Bytes charged now, floors of the accounts below included. */
  public long chargedBytes() {
    synchronized (lock) {
      return chargedBytes;
    }
  }

  /** Most bytes that were charged at a time so far. */
  public long peakBytes() {
    synchronized (lock) {
      return peakBytes;
    }
  }

  /** Charges that failed because of this account's limit. */
  public long refusals() {
    synchronized (lock) {
      return refusals;
    }
  }

  // Under the lock.

  private boolean charge(long bytes) {
    MemoryAccount full = refusing(bytes);
    if (full != null) {
      full.refusals++;
      return false;
    }
    add(bytes);
    return true;
  }

  /** The first account from here up that has no room for that many bytes more. */
  private @Nullable MemoryAccount refusing(long bytes) {
    long more = bytes;
    for (MemoryAccount each = this; each != null && more > 0; each = each.parent) {
      if (more > each.limitBytes - each.chargedBytes) {
        return each;
      }
      more = each.heldBytes(each.chargedBytes + more) - each.heldBytes(each.chargedBytes);
    }
    return null;
  }

  private void add(long bytes) {
    long before = heldBytes(chargedBytes);
    chargedBytes += bytes;
    peakBytes = Math.max(peakBytes, chargedBytes);
    if (parent != null) {
      parent.add(heldBytes(chargedBytes) - before);
    }
  }

  private void subtract(long bytes) {
    long before = heldBytes(chargedBytes);
    chargedBytes -= bytes;
    if (parent != null) {
      parent.subtract(before - heldBytes(chargedBytes));
    }
  }

  /** What the parent counts for this account when that much is charged here. */
  private long heldBytes(long charged) {
    return Math.max(charged, floorBytes);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(name + " is closed");
    }
  }

  private static void requireNotNegative(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must not be negative: " + bytes);
    }
  }

  /** Tasks that are added meanwhile wait for the next release. */
  private void tellWaiting() {
    int most;
    synchronized (lock) {
      most = waiting.size();
    }
    tellWaiting(most);
  }

  /** Each of them has been promised to run, whatever those before it throw. */
  private void tellWaiting(int most) {
    int left = most;
    try {
      while (left > 0) {
        left--;
        Runnable next = nextWaiting();
        if (next != null) {
          next.run();
        }
      }
    } finally {
      if (left > 0) {
        tellWaiting(left);
      }
    }
  }

  private @Nullable Runnable nextWaiting() {
    synchronized (lock) {
      Runnable next = waiting.poll();
      root.awaited = !waiting.isEmpty();
      return next;
    }
  }

  @Override
  public String toString() {
    synchronized (lock) {
      return name + " " + chargedBytes + "/" + limitBytes;
    }
  }
}
