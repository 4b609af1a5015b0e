// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.QueuePairConfig;

/** Where the messages of an unreliable connection come in. */
record UcInlet(RoceDomain domain, QueuePairConfig config, int number) implements Receiving {
  @Override
  public RoceSharedReceiveQueue receives() {
    return (RoceSharedReceiveQueue) config.receives();
  }

  @Override
  public void count(EngineCounters.Kind kind) {
    domain.engine().counters().add(kind);
  }

  @Override
  public CompletionEntry takeReceiveCompletion() {
    CompletionEntry entry = completions().take();
    entry.queuePair = number;
    return entry;
  }

  @Override
  public void completeReceive(CompletionEntry entry) {
    completions().add(entry);
  }

  private RoceCompletionQueue completions() {
    return (RoceCompletionQueue) config.receiveCompletions();
  }
}
