// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
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
    synchronized (domain.fabric()) {
      if (!(region instanceof LoopbackRegion own)
          || own.domain() != domain
          || lengthBytes < 0
          || !own.allowsLocally(offsetBytes, lengthBytes, Access.LOCAL_WRITE)) {
        return PostStatus.INVALID;
      }
      if (receives.size() == depth) {
        return PostStatus.QUEUE_FULL;
      }
      receives.add(new Receive(id, own, offsetBytes, lengthBytes));
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
  record Receive(long id, LoopbackRegion region, long offset, int length) {}
}
