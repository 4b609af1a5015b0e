// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** What is known about the effect of a transfer. */
public enum Outcome {
  /** Not ended yet. */
  PENDING,
  /** Done, once in effect. */
  DONE,
  /** Certainly had no effect (an atomic that was never posted, or was refused). */
  NOT_DONE,
  /** May or may not have had its effect; it will have none from now on. */
  UNKNOWN
}
