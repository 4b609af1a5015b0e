// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Grants and loans that are not released. An id is never used twice, so that a late frame about an
 * ended lease is recognised.
 */
final class LeaseTable {
  private static final int INDEX_BITS = 20;

  private static final int FIRST_LEASES = 64;

  private final Core core;
  private final StrandSet strands;
  private final int most;
  private @Nullable Grant[] grants = new Grant[FIRST_LEASES];
  private @Nullable Loan[] loans = new Loan[FIRST_LEASES];
  private @Nullable Lease[] open = new Lease[FIRST_LEASES];
  private int[] free = new int[FIRST_LEASES];
  private int freeCount;
  private int made;
  private long serial;

  LeaseTable(Core core, StrandSet strands) {
    this.core = core;
    this.strands = strands;
    most = core.config.maxLeases();
  }

  int room() {
    return most - made + freeCount;
  }

  RemoteSpan grant(MemoryRegion region, long offset, long length, Runnable onReleased) {
    int index = take(region, offset, length);
    Grant grant = grants[index];
    if (grant == null) {
      grant = new Grant(index);
      grants[index] = grant;
    }
    grant.onReleased(onReleased);
    return begin(grant, region, offset, length);
  }

  RemoteSpan lend(MemoryRegion region, long offset, long length, Runnable onReleased) {
    int index = take(region, offset, length);
    Loan loan = loans[index];
    if (loan == null) {
      loan = new Loan(index);
      loans[index] = loan;
    }
    loan.onReleased(onReleased);
    return begin(loan, region, offset, length);
  }

  private int take(MemoryRegion region, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, region.length());
    if (room() == 0) {
      throw new IllegalStateException("maxLeases are open");
    }
    return freeCount > 0 ? free[--freeCount] : make();
  }

  /** A place more than were ever wanted at a time. */
  private int make() {
    if (made == open.length) {
      int more = Math.min(most, 2 * made);
      grants = Arrays.copyOf(grants, more);
      loans = Arrays.copyOf(loans, more);
      open = Arrays.copyOf(open, more);
      free = Arrays.copyOf(free, more);
    }
    return made++;
  }

  private RemoteSpan begin(Lease lease, MemoryRegion region, long offset, long length) {
    lease.begin(++serial << INDEX_BITS | lease.index, region, offset, length);
    open[lease.index] = lease;
    core.counters.increment(Counter.OPEN_LEASES);
    return lease.span();
  }

  /** No peer heard of it, or ever will. */
  void withdraw(long id) {
    Lease lease = open[(int) (id & (1L << INDEX_BITS) - 1)];
    if (lease == null || lease.id != id) {
      throw new IllegalStateException("lease " + id + " has ended");
    }
    end(lease);
  }

  /** Every way out of a lease. */
  void end(Lease lease) {
    if (lease instanceof Grant grant && grant.done) {
      strands.quarantine(-grant.length);
    }
    open[lease.index] = null;
    free[freeCount++] = lease.index;
    core.counters.add(Counter.OPEN_LEASES, -1);
    lease.clear();
  }

  /**
   * The data of a grant is there.
   *
   * @param unfencedPaths own halves that must be destroyed before the memory is safe
   */
  void onDone(long id, long unfencedPaths) {
    Lease lease = find(id);
    if (lease == null) {
      return;
    }
    if (!(lease instanceof Grant grant)) {
      throw new Violation("DONE for lent memory");
    }
    if (grant.done) {
      return; // A copy of a DONE that came before.
    }
    grant.unfencedPaths = grant.writerReleased ? 0 : unfencedPaths;
    if (core.rules.grantIsFree(grant.unfencedPaths)) {
      end(grant); // Nothing to wait for, so nothing to count against the quarantine's budget.
      return;
    }
    grant.done = true;
    strands.quarantine(grant.length);
  }

  /** RELEASED may overtake its DONE, but frees nothing before it. */
  void onReleased(long id) {
    Lease lease = find(id);
    if (lease == null) {
      return;
    }
    if (!(lease instanceof Grant grant)) {
      throw new Violation("RELEASED for lent memory");
    }
    grant.writerReleased = true;
    grant.unfencedPaths = 0;
    if (grant.done) {
      endIfFree(grant);
    }
  }

  void onPullReleased(long id) {
    Lease lease = find(id);
    if (lease instanceof Grant) {
      throw new Violation("PULL_RELEASED for granted memory");
    }
    if (lease != null) {
      end(lease);
    }
  }

  void onDeclined(long id) {
    Lease lease = find(id);
    if (lease != null) {
      end(lease);
    }
  }

  /** Own half of this path is destroyed: nothing can come over it any more. */
  void onPathDestroyed(StrandPath path) {
    for (Lease lease : open) {
      if (lease instanceof Grant grant && grant.done) {
        grant.unfencedPaths &= ~path.bit();
        endIfFree(grant);
      }
    }
  }

  private void endIfFree(Grant grant) {
    if (core.rules.grantIsFree(grant.unfencedPaths)) {
      end(grant);
    }
  }

  /** All strands are destroyed: nothing of the peer can touch anything. */
  void endAll() {
    for (Lease lease : open) {
      if (lease != null) {
        end(lease);
      }
    }
  }

  private @Nullable Lease find(long id) {
    long index = id & (1L << INDEX_BITS) - 1;
    if (id <= 0 || index >= made || id >>> INDEX_BITS > serial) {
      throw new Violation("a frame about a lease that never was: " + id);
    }
    Lease lease = open[(int) index];
    if (lease == null || lease.id != id) {
      core.counters.increment(Counter.STALE_LEASES);
      return null;
    }
    return lease;
  }
}
