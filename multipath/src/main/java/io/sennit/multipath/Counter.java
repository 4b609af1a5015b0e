// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** What a braid counts. All only grow, but for those that say otherwise. */
public enum Counter {
  MESSAGES_SENT,
  MESSAGES_DELIVERED,
  /** SEND copies posted, first and later ones. */
  SENDS,
  SEND_BYTES,
  WRITES,
  WRITE_BYTES,
  READS,
  READ_BYTES,
  ATOMICS,
  /** Second and later copies of messages. */
  MESSAGE_REPLAYS,
  /** Second and later copies of chunks. */
  CHUNK_REPLAYS,
  /** Messages that had been seen before, or had been consumed by a CANCEL. */
  DUPLICATES_DROPPED,
  /** Completions of nobody; a provider's fault. */
  STRAY_COMPLETIONS,
  CREDIT_MESSAGES,
  /** send() answered BACK_PRESSURED for want of the peer's credit. */
  CREDIT_EXHAUSTED,
  /** send() answered BACK_PRESSURED for want of a slot. */
  SLOTS_EXHAUSTED,
  /** Second copies waited, since too many messages were lost with unfenced strands. */
  REPLAYS_POSTPONED,
  STRANDS_LOST,
  /** Strands given up since their packets did not fit the path any more. */
  STRANDS_RESIZED,
  PROBES,
  /** Strands that became suspect. */
  SUSPICIONS,
  /** Bytes of second copies of what was only suspected to be lost. */
  HEDGED_BYTES,
  /** Times that the poll loop was stopped. */
  PAUSES,
  FENCES_SENT,
  FENCES_ANSWERED,
  REBUILDS,
  REBUILDS_REFUSED,
  /** Further strands, opened beside those that the session began with. */
  STRANDS_OPENED,
  /** Strands that were not worth having any more. */
  STRANDS_RESTED,
  LIFELINE_FRAMES,
  /** Times that something came which no correct peer sends; it ended a strand, or the session. */
  INTRUSIONS,
  /** Messages that were acknowledged, were missing at the peer, and were sent again. */
  MESSAGES_SWALLOWED,
  /** Frames about a lease that had ended already. */
  STALE_LEASES,
  /** Now: bytes that wait for a fence. */
  QUARANTINED_BYTES,
  /** Now: transfers not released. */
  OPEN_TRANSFERS,
  /** Now: grants and loans not released. */
  OPEN_LEASES
}
