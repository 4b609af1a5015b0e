// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

/**
 * Something that can happen next.
 *
 * @param kind what
 * @param half which queue pair, in the order of their creation; for steps of a side 0 or 1
 */
public record Step(Kind kind, int half) {
  /** What can happen. */
  public enum Kind {
    /** The oldest request under way arrives at the peer's half. */
    EXECUTE,
    /** The same, and its answer is lost: the queue pair can only give up. */
    LOSE,
    /** The oldest request, a one-sided one, is answered. */
    COMPLETE,
    /** A queue pair gives up its oldest request, executed or not. */
    FAIL,
    /** What a queue pair in ERROR still owes is flushed, all at once. */
    FLUSH,
    /** A one-sided request that was executed, and not acknowledged, is executed once more. */
    REPEAT,
    /** What is on a side's lifeline arrives. */
    LIFELINE,
    /** The next timer of either side is due. */
    TIME,
    /** The user of the near side does what the story has for him to do. */
    ACT
  }
}
