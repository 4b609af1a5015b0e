// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairConfig;

/** The requests of one queue pair that were posted and not polled, and how they complete. */
final class PostedRequests {
  private final RoceCompletionQueue completions;
  private final int depth;
  private final int number;
  private int outstanding;

  /** Unsignalled requests that are over, since the latest completion. */
  private int unreported;

  PostedRequests(QueuePairConfig config, int number) {
    completions = (RoceCompletionQueue) config.sendCompletions();
    depth = config.sendDepth();
    this.number = number;
  }

  boolean isFull() {
    return outstanding == depth;
  }

  int outstanding() {
    return outstanding;
  }

  void post() {
    outstanding++;
  }

  /** A request is over; who did not ask for it is told of failures only. */
  void complete(SendEntry entry, CompletionStatus status) {
    if (entry.unsignalled && status == CompletionStatus.SUCCESS) {
      unreported++;
    } else {
      complete(entry.id, entry.opcode, entry.length, status);
    }
  }

  void complete(long id, Opcode opcode, int length, CompletionStatus status) {
    CompletionEntry entry = completions.take();
    entry.requests = this;
    entry.covers = 1 + unreported;
    unreported = 0;
    entry.id = id;
    entry.status = status;
    entry.opcode = opcode;
    entry.queuePair = number;
    entry.byteLength = length;
    entry.immediate = 0;
    completions.add(entry);
  }

  /** A completion has been polled that stands for so many requests. */
  void polled(int requests) {
    outstanding -= requests;
  }

  /** The queue pair ends: no completion will come that tells of those that succeeded silently. */
  void end() {
    outstanding -= unreported;
    unreported = 0;
  }
}
