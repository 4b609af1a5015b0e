// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** The immediate answer to a post. Only {@link #POSTED} leads to a completion. */
public enum PostStatus {
  POSTED,
  /** The queue has no room until a completion is polled: back-pressure, not an error. */
  QUEUE_FULL,
  /** The queue pair is not connected yet, or not any more. */
  NOT_READY,
  /** The request is malformed: opcode, length or limits. Nothing was posted. */
  INVALID
}
