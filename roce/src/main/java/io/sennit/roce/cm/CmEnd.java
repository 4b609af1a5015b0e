// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * How a connection ended.
 *
 * @param kind which way
 * @param reason a sentence for people, without a full stop
 * @param rejectCode IBTA's code of a rejection by the peer, {@link RejectReason}; else 0
 * @param privateData of a rejection by the peer; else none
 */
public record CmEnd(Kind kind, String reason, int rejectCode, PrivateData privateData) {
  /** In which way. */
  public enum Kind {
    /** By this side's {@link CmConnection#disconnect}, {@link CmConnection#reject} or closing. */
    CLOSED,
    /** By the peer, after it was established. */
    DISCONNECTED,
    /** By a rejection of the peer. */
    REJECTED,
    /** The peer did not answer, or the application did not. */
    TIMED_OUT,
    /** The own queue pair could not be connected to the peer's. */
    UNUSABLE
  }

  static CmEnd of(Kind kind, String reason) {
    return new CmEnd(kind, reason, 0, PrivateData.NONE);
  }

  static CmEnd rejected(ConnectReject reject) {
    return new CmEnd(
        Kind.REJECTED, RejectReason.words(reject.reason()), reject.reason(), reject.privateData());
  }
}
