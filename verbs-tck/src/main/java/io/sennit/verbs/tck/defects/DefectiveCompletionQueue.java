// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.WorkCompletion;

/** Passes everything through. */
class DefectiveCompletionQueue implements CompletionQueue {
  private final CompletionQueue inner;
  private final DefectiveDomain domain;

  DefectiveCompletionQueue(CompletionQueue inner, DefectiveDomain domain) {
    this.inner = inner;
    this.domain = domain;
  }

  static CompletionQueue unwrap(CompletionQueue queue) {
    return queue instanceof DefectiveCompletionQueue defective ? defective.inner : queue;
  }

  final CompletionQueue inner() {
    return inner;
  }

  final DefectiveDomain domain() {
    return domain;
  }

  @Override
  public int poll(WorkCompletion[] into) {
    return inner.poll(into);
  }

  @Override
  public boolean arm() {
    return inner.arm();
  }
}
