// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;

/**
 * Where datagrams go: made once for a peer by {@link UdQueuePair#addressHandle}, used for any
 * number of sends of the same queue pair. Confined to the engine's thread.
 */
public final class AddressHandle {
  private final Flow flow;
  private final int queuePair;
  private final int queueKey;
  private final Icrc icrc;

  AddressHandle(Flow flow, int queuePair, int queueKey) {
    this.flow = flow;
    this.queuePair = queuePair;
    this.queueKey = queueKey;
    icrc =
        Icrc.between(flow.source(), flow.sourcePort(), flow.destination(), flow.destinationPort());
  }

  Flow flow() {
    return flow;
  }

  /** The peer's queue pair. */
  int queuePair() {
    return queuePair;
  }

  int queueKey() {
    return queueKey;
  }

  Icrc icrc() {
    return icrc;
  }
}
