// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayDeque;

/** Receives in the order in which they were posted. */
final class HostileReceiveQueue implements SharedReceiveQueue {
  private final HostileDomain domain;
  private final int depth;
  private final ArrayDeque<Receive> receives = new ArrayDeque<>();

  HostileReceiveQueue(HostileDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  /** One posted receive. */
  record Receive(long id, HostileRegion region, long offset, int length) {}

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    if (!(region instanceof HostileRegion own)
        || own.domain() != domain
        || !own.contains(offsetBytes, lengthBytes)
        || !own.allows(Access.LOCAL_WRITE)) {
      return PostStatus.INVALID;
    }
    if (receives.size() == depth) {
      return PostStatus.QUEUE_FULL;
    }
    receives.add(new Receive(id, own, offsetBytes, lengthBytes));
    return PostStatus.POSTED;
  }

  /** One range is all that it announces. */
  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    return domain.capabilities().admits(ranges)
        ? post(id, ranges.region(0), ranges.offset(0), ranges.length(0))
        : PostStatus.INVALID;
  }

  @Override
  public int posted() {
    return receives.size();
  }

  /**
   * The oldest receive.
   *
   * @throws IllegalStateException if there is none: what is driven here promised to use no RNR
   */
  Receive take() {
    Receive receive = receives.poll();
    if (receive == null) {
      throw new IllegalStateException("a SEND met no receive: the receiver's credits were wrong");
    }
    return receive;
  }
}
