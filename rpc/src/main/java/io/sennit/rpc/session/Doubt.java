// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** Why a session may need another lifeline. */
enum Doubt {
  /** There is none, or it did not answer soon. */
  SILENCE,

  /** It cannot be of use, and a port of this host has come, gone, or works again. */
  OTHER_PORTS,

  /** The address that it is from has gone, or others have come while there is none. */
  OTHER_ADDRESSES
}
