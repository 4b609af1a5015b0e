// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.StatusCode;

/**
 * Bounds how long one half of a stream waits for registered memory that the other side waits for:
 * what the application keeps may never come back. Confined to the engine's thread.
 */
final class MemoryWait extends DeadlineHeap.Entry {
  private final Engine engine;
  private final CallStream stream;
  private final String option;
  private boolean waiting;
  private long bytes;

  /** @param option that bounds the memory */
  MemoryWait(Engine engine, CallStream stream, String option) {
    this.engine = engine;
    this.stream = stream;
    this.option = option;
  }

  /** There is no memory for that many bytes; if that is known already, the time runs on. */
  void begin(long newBytes) {
    if (!waiting) {
      waiting = true;
      bytes = newBytes;
      deadlineNanos = engine.nowNanos() + engine.bodies().config().waitNanos();
      engine.deadlines().add(this);
    }
  }

  /** There was, or nobody waits any more. */
  void end() {
    if (waiting) {
      waiting = false;
      engine.deadlines().remove(this);
    }
  }

  @Override
  void onDeadline() {
    waiting = false;
    String cause = "no registered memory for " + bytes + " bytes came free within "
        + engine.bodies().config().waitNanos() / 1_000_000 + " ms: close bodies, or raise "
        + option;
    engine.logLimit(stream.callId(), cause);
    stream.failHere(StatusCode.RESOURCE_EXHAUSTED, cause);
  }
}
