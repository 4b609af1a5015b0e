// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Feature;
import java.util.Optional;

/**
 * What the device tells of queue pairs by itself. All but one is told by completions, too; a
 * completion queue that has overflowed may never tell anything again.
 */
final class QueuePairEvents {
  private static final int MOST_AT_ONCE = 64;

  private final Core core;
  private final boolean told;

  QueuePairEvents(Core core) {
    this.core = core;
    told = core.capabilities.offers(Feature.EVENTS);
  }

  /** Takes what there is; after the completions of this poll, which may say more. */
  int step() {
    int taken = 0;
    while (told && taken < MOST_AT_ONCE) {
      Optional<AsyncEvent> event = core.domain.takeEvent();
      if (event.isEmpty()) {
        break;
      }
      heard(event.get());
      taken++;
    }
    return taken;
  }

  /** All strands complete into the same queues, so no other strand can help. */
  private void heard(AsyncEvent event) {
    if (event.kind() == AsyncEvent.Kind.QUEUE_PAIR_FATAL) {
      core.failure.set("a completion queue overflowed: what became of requests is not known");
    }
  }
}
