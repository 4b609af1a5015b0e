// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;

/** Passes everything through, with the decorated regions. */
class DefectiveReceiveQueue implements SharedReceiveQueue {
  private final SharedReceiveQueue inner;

  DefectiveReceiveQueue(SharedReceiveQueue inner) {
    this.inner = inner;
  }

  static SharedReceiveQueue unwrap(SharedReceiveQueue queue) {
    return queue instanceof DefectiveReceiveQueue defective ? defective.inner : queue;
  }

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    return inner.post(id, DefectiveRegion.unwrap(region), offsetBytes, lengthBytes);
  }

  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    return inner.post(id, Requests.unwrap(ranges));
  }

  @Override
  public int posted() {
    return inner.posted();
  }
}
