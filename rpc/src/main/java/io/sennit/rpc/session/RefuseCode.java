// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** Why a side ends a bootstrap; an unknown number is read as {@link #UNSPECIFIED}. */
enum RefuseCode {
  UNSPECIFIED(0),
  /** The peer broke the protocol. */
  PROTOCOL(1),
  /** No common major version. */
  VERSION(2),
  /** No provider that both allow came up. */
  NO_PROVIDER(3),
  TOO_MANY_SESSIONS(4),
  /** Too many bootstraps at the same time. */
  BUSY(5),
  /** The server takes no new sessions any more. */
  SHUTTING_DOWN(6),
  /** RESUME names a session that does not exist (any more). */
  UNKNOWN_SESSION(7),
  /** A side could not do its part; the reason says what. */
  INTERNAL(8),
  /** There is no memory for another session. */
  NO_MEMORY(9),
  /** The client does not want this session any more: it has one over another way, say. */
  ABANDONED(10);

  private final int number;

  RefuseCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static RefuseCode of(int number) {
    for (RefuseCode code : values()) {
      if (code.number == number) {
        return code;
      }
    }
    return UNSPECIFIED;
  }
}
