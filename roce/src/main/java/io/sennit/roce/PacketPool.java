// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Room for whole packets that came ahead of a missing one, shared by the queue pairs of an engine.
 * It grows as it is needed, up to its bound, and keeps what it has. Confined to the engine's
 * thread.
 */
final class PacketPool {
  /** What {@link #take} says if there is no room. */
  static final int NONE = -1;

  /** The longest headers, payload, padding and CRC. */
  static final int SLOT_BYTES = Bounds.MOST_MTU_BYTES + 128;

  /** It grows by so many. */
  static final int CHUNK_SLOTS = 64;

  private final int most;
  private final List<MemorySegment> chunks = new ArrayList<>();
  private int[] free = new int[0];
  private int freeCount;

  /** @param packets the bound */
  PacketPool(int packets) {
    most = packets;
  }

  /** A place for one packet; {@link #NONE} if all are taken. */
  int take() {
    if (freeCount == 0 && !grow()) {
      return NONE;
    }
    return free[--freeCount];
  }

  private boolean grow() {
    int made = chunks.size() * CHUNK_SLOTS;
    if (made + CHUNK_SLOTS > most) {
      return false;
    }
    chunks.add(Arena.ofAuto().allocate((long) CHUNK_SLOTS * SLOT_BYTES, Long.BYTES));
    free = Arrays.copyOf(free, made + CHUNK_SLOTS);
    for (int slot = made; slot < made + CHUNK_SLOTS; slot++) {
      free[freeCount++] = slot;
    }
    return true;
  }

  void giveBack(int slot) {
    free[freeCount++] = slot;
  }

  MemorySegment memory(int slot) {
    return chunks.get(slot / CHUNK_SLOTS);
  }

  long offset(int slot) {
    return (long) (slot % CHUNK_SLOTS) * SLOT_BYTES;
  }
}
