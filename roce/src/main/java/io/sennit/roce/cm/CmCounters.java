// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** What a connection manager has seen, by kind; written by the engine's thread. */
@SuppressWarnings("EnumOrdinal") // an array of counts
public final class CmCounters {
  private final long[] counts = new long[Kind.values().length];

  CmCounters() {}

  /** What is counted. */
  public enum Kind {
    /** Messages that were understood and taken. */
    TAKEN,
    /** Messages sent, repeated ones included. */
    SENT,
    /** Messages sent once more. */
    RESENT,
    /** Dropped: no message of this protocol, or a field that makes no sense. */
    MALFORMED,
    /** Dropped: not from a manager, or not from the peer whose ids it shows. */
    STRANGER,
    /** Dropped: a message that was taken before, or comes at the wrong time. */
    UNEXPECTED,
    /** Requests that were rejected without asking the application. */
    REJECTED,
    /** Callbacks of the application that threw; the connection ends, if it had not. */
    APPLICATION_FAILED,
    /** Requests that were rejected since there was no room. */
    FULL,
    /** Connections that ended and were forgotten early, since there was no room. */
    TIMEWAIT_FULL,
    /** Messages lost here since the send queue was full; repetition repairs that. */
    SEND_QUEUE_FULL
  }

  void add(Kind kind) {
    counts[kind.ordinal()]++;
  }

  public long count(Kind kind) {
    return counts[kind.ordinal()];
  }
}
