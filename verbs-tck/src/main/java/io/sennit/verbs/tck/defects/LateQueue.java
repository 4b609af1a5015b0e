// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.WorkCompletion;
import java.util.Queue;

/** Does what was put off before it polls. */
final class LateQueue extends DefectiveCompletionQueue {
  private final Queue<Runnable> late;

  LateQueue(CompletionQueue inner, DefectiveDomain domain, Queue<Runnable> late) {
    super(inner, domain);
    this.late = late;
  }

  @Override
  public int poll(WorkCompletion[] into) {
    for (Runnable work = late.poll(); work != null; work = late.poll()) {
      work.run();
    }
    return super.poll(into);
  }
}
