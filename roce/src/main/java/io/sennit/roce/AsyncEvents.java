// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.AsyncEvent;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * What happened in one domain and was not taken yet: within a bound, beyond which it is counted.
 */
final class AsyncEvents {
  private final Engine engine;
  private final ArrayDeque<AsyncEvent> waiting = new ArrayDeque<>();

  AsyncEvents(Engine engine) {
    this.engine = engine;
  }

  void add(AsyncEvent.Kind kind, Numbered queuePair) {
    if (waiting.size() == engine.config().tables().maxEvents()) {
      engine.counters().add(EngineCounters.Kind.EVENT_DROPPED);
      return;
    }
    waiting.add(new AsyncEvent(kind, queuePair.number()));
    engine.announceEvent();
  }

  Optional<AsyncEvent> take() {
    return Optional.ofNullable(waiting.poll());
  }
}
