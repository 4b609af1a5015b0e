// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Receives in the order in which they were posted. Guarded by the fabric. */
final class LoopbackReceiveQueue implements SharedReceiveQueue {
  private final LoopbackDomain domain;
  private final int depth;
  private final ArrayDeque<Receive> receives = new ArrayDeque<>();

  LoopbackReceiveQueue(LoopbackDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  LoopbackDomain domain() {
    return domain;
  }

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    return post(id, new ScatterGatherList().add(region, offsetBytes, lengthBytes));
  }

  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    synchronized (domain.fabric()) {
      if (!domain.capabilities().admits(ranges)
          || !LocalRanges.areAllowed(ranges, domain, Access.LOCAL_WRITE)) {
        return PostStatus.INVALID;
      }
      if (receives.size() == depth) {
        return PostStatus.QUEUE_FULL;
      }
      receives.add(new Receive(id, new ScatterGatherList().copy(ranges)));
      return PostStatus.POSTED;
    }
  }

  @Override
  public int posted() {
    synchronized (domain.fabric()) {
      return receives.size();
    }
  }

  @Nullable
  Receive take() {
    return receives.poll();
  }

  /** One posted receive. */
  record Receive(long id, ScatterGatherList ranges) {}
}
