// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A request that was posted before the peer's half was connected. Only the first moments of a
 * connection make these, so the data path does not allocate.
 *
 * @param request a copy of what was posted
 * @param payload where its local range is
 * @param at offset there
 */
record Waiting(WorkRequest request, MemorySegment payload, long at) {
  /** Keeps a request; the bytes of an inline one are copied, since their owner may reuse them. */
  static Waiting of(WorkRequest posted, MemorySegment payload, long at) {
    WorkRequest kept = new WorkRequest().copy(posted);
    if (!posted.isInline()) {
      return new Waiting(kept, payload, at);
    }
    byte[] bytes = payload.asSlice(at, posted.length()).toArray(ValueLayout.JAVA_BYTE);
    return new Waiting(kept, MemorySegment.ofArray(bytes), 0);
  }
}
