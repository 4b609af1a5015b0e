// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;

/**
 * A request that was posted before the peer's half was connected. Only the first moments of a
 * connection make these, so the data path does not allocate.
 *
 * @param request a copy of what was posted
 * @param local where its bytes are
 */
record Waiting(WorkRequest request, LocalBytes local) {
  /** Keeps a request; the bytes of an inline one are copied, since their owner may reuse them. */
  static Waiting of(WorkRequest posted, MemorySegment file) {
    WorkRequest kept = new WorkRequest().copy(posted);
    LocalBytes local = new LocalBytes(file, 0).set(kept, file);
    if (!posted.isInline()) {
      return new Waiting(kept, local);
    }
    MemorySegment bytes = MemorySegment.ofArray(new byte[posted.length()]);
    local.copyTo(bytes, 0, 0, posted.length());
    return new Waiting(kept, new LocalBytes(bytes, 0));
  }
}
