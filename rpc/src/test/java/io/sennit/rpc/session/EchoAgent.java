// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.ArrayDeque;

/** Answers waiters some polls after they asked, as a peer would; used by the loop's owner only. */
final class EchoAgent implements LoopAgent {
  private final ArrayDeque<LoopWaiter> asked = new ArrayDeque<>();
  private final int pollsPerAnswer;
  private int polls;
  long answers;

  EchoAgent(int pollsPerAnswer) {
    this.pollsPerAnswer = pollsPerAnswer;
  }

  void ask(LoopWaiter waiter) {
    asked.add(waiter);
  }

  @Override
  public int poll(long nowNanos) {
    if (asked.isEmpty() || ++polls < pollsPerAnswer) {
      return 0;
    }
    polls = 0;
    asked.remove().signal();
    answers++;
    return 1;
  }

  @Override
  public long nextTimerNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return asked.isEmpty();
  }

  @Override
  public boolean quiet() {
    return asked.isEmpty();
  }
}
