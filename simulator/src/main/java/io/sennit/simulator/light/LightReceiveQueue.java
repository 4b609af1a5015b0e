// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayDeque;

/** Receives that wait for SENDs. */
final class LightReceiveQueue implements SharedReceiveQueue {
  /** A place for one message. */
  record Receive(long id, MemoryRegion region, long offset, int length) {}

  private final int depth;
  private final ArrayDeque<Receive> receives = new ArrayDeque<>();

  LightReceiveQueue(int depth) {
    this.depth = depth;
  }

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    if (receives.size() == depth) {
      return PostStatus.QUEUE_FULL;
    }
    receives.add(new Receive(id, region, offsetBytes, lengthBytes));
    return PostStatus.POSTED;
  }

  /** One range is all that it announces. */
  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    return LightDomain.CAPABILITIES.admits(ranges)
        ? post(id, ranges.region(0), ranges.offset(0), ranges.length(0))
        : PostStatus.INVALID;
  }

  Receive take() {
    return receives.remove();
  }

  @Override
  public int posted() {
    return receives.size();
  }
}
