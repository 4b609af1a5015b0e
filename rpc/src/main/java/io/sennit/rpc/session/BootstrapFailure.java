// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Why a session did not come up.
 *
 * @param message one sentence: what, where, what to do
 */
record BootstrapFailure(Kind kind, String message) {
  enum Kind {
    /** No connection to the address. */
    UNREACHABLE,
    /** Something else listens there. */
    FOREIGN,
    /** No common version. */
    VERSION,
    /** Not done in time. */
    TIMED_OUT,
    /** The peer refused. */
    REFUSED,
    /** No provider works between both. */
    NO_PROVIDER,
    /** The peer broke the protocol. */
    PROTOCOL,
    /** The connection ended in the middle. */
    LOST,
    /** This side could not do its part. */
    INTERNAL,
    /** This side changed its mind. */
    CANCELLED
  }
}
