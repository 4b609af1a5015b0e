// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.simulator.host.NoMemoryError;
import java.util.Optional;

/** Registered memory for applications, which take a full heap for a pool that is used up. */
final class Supplies {
  private Supplies() {}

  static Optional<Body> toSend(BodyPool bodies, long bytes) {
    try {
      return bodies.allocateToSend(bytes);
    } catch (NoMemoryError full) {
      return Optional.empty();
    }
  }

  static Optional<Body> toReceive(BodyPool bodies, long bytes) {
    try {
      return bodies.allocateToReceive(bytes);
    } catch (NoMemoryError full) {
      return Optional.empty();
    }
  }
}
