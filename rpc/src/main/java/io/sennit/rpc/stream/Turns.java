// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.ArrayDeque;

/**
 * Who may send next: round robin, one message a turn, so that a long body does not starve a short
 * one. Stops when the braid has no room, and goes on when it says so. Confined to one thread.
 */
final class Turns {
  private final ArrayDeque<Sender> waiting = new ArrayDeque<>();
  private boolean blocked;

  /** What came of a turn. */
  enum Outcome {
    /** Sent a message and has more. */
    MORE,
    /** Has nothing to send now, and will ask for a turn when it has. */
    IDLE,
    /** The braid had no room. */
    BLOCKED
  }

  /** Someone with something to send. */
  abstract static class Sender {
    private boolean inLine;

    /** Sends at most one message. */
    abstract Outcome sendOne();
  }

  /** Asks for a turn; once is enough. */
  void ask(Sender sender) {
    if (!sender.inLine) {
      sender.inLine = true;
      waiting.add(sender);
    }
  }

  /** The braid has room again. */
  void unblock() {
    blocked = false;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Whether a call of {@link #run} could send something. */
  boolean canRun() {
    return !blocked && !waiting.isEmpty();
  }

  /** Gives turns until nobody wants one or the braid has no room; returns how many. */
  int run() {
    int turns = 0;
    while (canRun()) {
      Sender sender = waiting.removeFirst();
      sender.inLine = false;
      Outcome outcome = sender.sendOne();
      if (outcome == Outcome.MORE) {
        ask(sender);
      } else if (outcome == Outcome.BLOCKED) {
        blocked = true;
        sender.inLine = true;
        waiting.addFirst(sender);
      }
      turns++;
    }
    return turns;
  }

  /** Forgets everyone: the session has ended. */
  void clear() {
    waiting.clear();
  }
}
