// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/** Why a packet did not arrive. */
public enum LossCause {
  /** The link is down, or went down while the packet was on it. */
  DOWN,
  /** The link swallows everything without a sign. */
  BLACK_HOLE,
  /** Longer than the link takes. */
  MTU,
  /** By chance. */
  CHANCE,
  /** In a burst of losses. */
  BURST,
  /** No room before the link. */
  BUFFER,
  /** No way to its destination, or nobody has that address. */
  NO_ROUTE,
  /** No room at the host that it came to. */
  RECEIVE_BUFFER,
  /** Nobody listens at the port. */
  NO_LISTENER
}
