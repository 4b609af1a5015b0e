// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.wire.IpAddress;

/** Where the messages of a connection manager leave. */
@FunctionalInterface
interface Outbox {
  /**
   * Takes one message, without waiting.
   *
   * @param peer whose manager it is for
   * @param mad 256 bytes, the taker's from now on
   * @return false if there is no room and the message is lost
   */
  boolean send(IpAddress peer, byte[] mad);
}
