// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Why a session did not come up.
 *
 * @param message one sentence: what, where, what to do
 */
record BootstrapFailure(Kind kind, String message) {
  /** The later, the more it says about why there is no session. */
  enum Kind {
    /** No connection to the address. */
    UNREACHABLE,
    /** Nobody listens there. */
    DEAF,
    /** The connection ended in the middle. */
    LOST,
    /** Not done in time. */
    TIMED_OUT,
    /** Something else listens there. */
    FOREIGN,
    /** The peer broke the protocol. */
    PROTOCOL,
    /** No common version. */
    VERSION,
    /** The peer refused. */
    REFUSED,
    /** No provider works between both. */
    NO_PROVIDER,
    /** This side could not do its part. */
    INTERNAL,
    /** This side changed its mind. */
    CANCELLED;

    /** Whether the peer has been heard. */
    boolean isAnswer() {
      return this != UNREACHABLE && this != TIMED_OUT && this != LOST;
    }

    /** Whether it would be no better over another way. */
    boolean isFinal() {
      return this == INTERNAL || this == CANCELLED;
    }
  }

  static BootstrapFailure unreachable(String where, String why) {
    return new BootstrapFailure(
        Kind.UNREACHABLE,
        where + " cannot be reached (" + why + "): check host, port, network and firewalls");
  }

  static BootstrapFailure deaf(String where) {
    return new BootstrapFailure(
        Kind.DEAF,
        "nobody listens on " + where + ": start the server there, or check host and port");
  }

  /** Whether it says more about why there is no session. */
  boolean saysMoreThan(BootstrapFailure other) {
    return kind.compareTo(other.kind) > 0;
  }
}
