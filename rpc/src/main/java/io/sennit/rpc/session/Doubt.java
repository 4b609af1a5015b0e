// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** Why a session may need another lifeline. */
enum Doubt {
  /** There is no lifeline, or it did not answer in time. */
  SILENCE,

  /** There is no usable lifeline, and a port of this host was added, failed or recovered. */
  OTHER_PORTS,

  /** Its local address is gone, or this host got a new address while there is no lifeline. */
  OTHER_ADDRESSES
}
