// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** What an engine has seen, by kind; written by its thread, readable from any (values may lag). */
@SuppressWarnings("EnumOrdinal") // an array of counts, not allocated on the data path
public final class EngineCounters {
  private final long[] counts = new long[Kind.values().length];

  EngineCounters() {}

  /** What is counted. */
  public enum Kind {
    /** Packets that reached a queue pair. */
    RECEIVED,
    /** Packets handed to the sink. */
    SENT,
    /** Packets sent once more. */
    RESENT,
    /** Packets that came with a mark of congestion. */
    MARKED,
    /** Congestion notifications sent. */
    NOTICE_SENT,
    /** Congestion notifications received. */
    NOTICE_RECEIVED,
    /** Notifications, and marks on the data of READs, beyond what is obeyed in a second. */
    NOTICE_IGNORED,
    /** Packets taken for lost since later ones had arrived. */
    LOST,
    /** Last packets sent once more since nothing was heard for a while. */
    PROBED,
    /** Requests that came ahead of a missing one and were kept until it came. */
    HELD,
    /** Requests that came ahead of a missing one and were dropped for want of room. */
    HELD_FULL,
    /** Dropped: too short, an unknown opcode, lengths that do not add up. */
    MALFORMED,
    /** Dropped: the invariant CRC does not fit. */
    BAD_CRC,
    /** Dropped: no such queue pair. */
    NO_QUEUE_PAIR,
    /** Dropped: not from the address or port of the queue pair's peer. */
    WRONG_SOURCE,
    /** Dropped: a datagram without the Q_Key of its queue pair. */
    WRONG_QUEUE_KEY,
    /** Dropped: the queue pair is not connected or in ERROR. */
    NOT_READY,
    /** Requests that came again. */
    DUPLICATE,
    /** Requests that came ahead of a missing one. */
    OUT_OF_ORDER,
    /** Messages of unreliable connections that lacked a packet, a receive, or a right. */
    MESSAGE_DROPPED,
    /** Responses that answer nothing asked for. */
    UNEXPECTED_RESPONSE,
    /** Negative acknowledgements sent, receiver-not-ready ones aside. */
    NAK_SENT,
    /** Negative acknowledgements received, receiver-not-ready ones aside. */
    NAK_RECEIVED,
    /** Receiver-not-ready acknowledgements sent. */
    RNR_NAK_SENT,
    /** Times that a queue pair waited for an answer in vain. */
    TIMEOUT,
    /** Times that a queue pair had to wait for its congestion window. */
    WINDOW_FULL,
    /** Times that a queue pair had to wait for room in the peer's receive socket. */
    RECEIVE_BUDGET_FULL,
    /** Events of a domain that nobody took, beyond those that are kept. */
    EVENT_DROPPED,
    /** Queue pairs of any kind that were not made, since there are as many as there may be. */
    QUEUE_PAIR_REFUSED,
    /** Memory windows that were not made, since their domain has as many as it may have. */
    WINDOW_REFUSED,
    /** Probes of a path MTU, short ones included. */
    PATH_MTU_PROBE_SENT,
    /** Probes of a peer that were answered. */
    PATH_MTU_PROBED,
    /** Probes of a peer that came before others of it could be answered. */
    PATH_MTU_PROBE_DROPPED,
    /** Paths whose long packets were found to be lost. */
    PATH_MTU_LOWERED,
    /** Paths on which longer packets than before were found to arrive. */
    PATH_MTU_RAISED
  }

  void add(Kind kind) {
    counts[kind.ordinal()]++;
  }

  void add(Kind kind, long more) {
    counts[kind.ordinal()] += more;
  }

  public long count(Kind kind) {
    return counts[kind.ordinal()];
  }
}
