// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.Braid;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * One-sided operations of one client waiting for room on the braid, which calls have a right to,
 * too. Confined to the loop.
 */
final class RemoteQueue {
  /** Operations on the braid at the same time: enough to fill it, few enough to leave room. */
  private static final int MAX_RUNNING = 16;

  /** Operations that wait here, beyond which they fail RESOURCE_EXHAUSTED. */
  private static final int MAX_WAITING = 10_000;

  private final Link link;
  private final ArrayDeque<RemoteOperation> waiting = new ArrayDeque<>();
  private final Runnable advance = this::advance;
  private int running;

  RemoteQueue(Link link) {
    this.link = link;
  }

  void add(RemoteOperation operation) {
    if (waiting.size() >= MAX_WAITING) {
      operation.refuse(
          StatusCode.RESOURCE_EXHAUSTED, MAX_WAITING + " one-sided operations wait already");
      return;
    }
    try {
      waiting.add(operation);
    } catch (OutOfMemoryError none) {
      operation.lose(none);
      return;
    }
    advance();
  }

  void onEnded() {
    running--;
    // Not from inside the braid's callback: the place is free when that has returned.
    link.loop().execute(advance);
  }

  /** Nobody else ends the operations that wait here, so an error must not skip them. */
  private void advance() {
    try {
      startAll();
    } catch (OutOfMemoryError none) {
      if (running == 0) {
        loseAll(none);
      }
    }
  }

  private void loseAll(OutOfMemoryError none) {
    while (!waiting.isEmpty()) {
      waiting.remove().lose(none);
    }
  }

  private void startAll() {
    Optional<Braid> braid = link.session().braid();
    while (!waiting.isEmpty() && braid.isPresent() && running < MAX_RUNNING) {
      if (braid.get().transferRoom() == 0) {
        refuseIfIdle();
        return;
      }
      running++;
      start(waiting.remove(), braid.get());
    }
    if (braid.isEmpty()) {
      refuseAll(StatusCode.UNAVAILABLE, "the session has ended");
    }
  }

  private void start(RemoteOperation operation, Braid braid) {
    boolean started = false;
    try {
      started = operation.start(braid);
    } catch (OutOfMemoryError none) {
      operation.lose(none);
    } finally {
      running -= started ? 0 : 1;
    }
  }

  /** Calls use all places of the braid, and none of ours will come free to look again. */
  private void refuseIfIdle() {
    if (running == 0) {
      refuseAll(StatusCode.RESOURCE_EXHAUSTED, "every transfer of the braid is in use");
    }
  }

  private void refuseAll(StatusCode code, String why) {
    while (!waiting.isEmpty()) {
      waiting.remove().refuse(code, why);
    }
  }
}
