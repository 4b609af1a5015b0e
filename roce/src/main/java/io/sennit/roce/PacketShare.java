// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.lang.foreign.MemorySegment;

/**
 * What one peer may have of a {@link PacketPool}: whoever leaves gaps on purpose takes no room from
 * others.
 */
final class PacketShare {
  private final PacketPool pool;
  private final int most;
  private int taken;

  /** @param packets the bound */
  PacketShare(PacketPool pool, int packets) {
    this.pool = pool;
    most = packets;
  }

  /** A place for one packet; {@link PacketPool#NONE} if there is no room. */
  int take() {
    int slot = taken < most ? pool.take() : PacketPool.NONE;
    taken += slot == PacketPool.NONE ? 0 : 1;
    return slot;
  }

  void giveBack(int slot) {
    taken--;
    pool.giveBack(slot);
  }

  MemorySegment memory(int slot) {
    return pool.memory(slot);
  }

  long offset(int slot) {
    return pool.offset(slot);
  }
}
