// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Sack;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The peer's requests that came ahead of a missing one, whole, until everything before them is
 * executed; then each goes through the same checks as if it came now.
 *
 * <p>Putting the payload of WRITEs in place at once would save a copy, but needs keys and ranges
 * that are checked without their first packet, and a memory of what was placed; and SENDs, READs
 * and atomics would have to be kept nevertheless. The copy costs well under a microsecond for 4
 * KiB, and only behind a gap.
 */
final class HeldPackets {
  private final Pool<Places> lenders;
  private final PacketShare memory;
  private @Nullable Places places;
  private int highestPsn;

  HeldPackets(Pool<Places> lenders, PacketShare memory) {
    this.lenders = lenders;
    this.memory = memory;
  }

  /** Where the packets are, by their numbers modulo their greatest number; lent by the engine. */
  static final class Places {
    private final PacketBits present = new PacketBits();
    private final int[] slots = new int[PacketBits.PACKETS];
    private final int[] lengths = new int[PacketBits.PACKETS];

    Places() {}
  }

  boolean isEmpty() {
    return places == null;
  }

  boolean has(int psn) {
    return places != null && places.present.get(psn);
  }

  /** Whether the packet is the first of a new gap: others before it are missing, too. */
  boolean opensGap(int psn) {
    return places == null || Psn.minus(psn, highestPsn) > 1;
  }

  /**
   * Keeps a copy of a packet that is not there.
   *
   * @return false if it is too far ahead or there is no room
   */
  boolean keep(Inbound in, int ahead) {
    if (ahead >= PacketBits.PACKETS || in.length() > PacketPool.SLOT_BYTES) {
      return false;
    }
    int slot = memory.take();
    if (slot == PacketPool.NONE) {
      return false;
    }
    Places lent = places;
    if (lent == null) {
      lent = lenders.take();
      places = lent;
      highestPsn = in.psn;
    }
    MemorySegment.copy(in.packet, in.bth, memory.memory(slot), memory.offset(slot), in.length());
    lent.present.set(in.psn);
    lent.slots[in.psn & PacketBits.PACKETS - 1] = slot;
    lent.lengths[in.psn & PacketBits.PACKETS - 1] = in.length();
    highestPsn = Psn.minus(in.psn, highestPsn) > 0 ? in.psn : highestPsn;
    return true;
  }

  /**
   * Takes a packet out, if it is there, as if it were received now; its memory is read before
   * anything is kept again.
   */
  boolean release(int psn, Inbound to) {
    Places lent = places;
    if (lent == null || !lent.present.get(psn)) {
      return false;
    }
    int slot = lent.slots[psn & PacketBits.PACKETS - 1];
    int length = lent.lengths[psn & PacketBits.PACKETS - 1];
    to.read(memory.memory(slot), memory.offset(slot), length);
    forget(psn);
    return true;
  }

  /** Forgets packets that a READ before them has skipped: a peer of the truth sends none. */
  void skip(int fromPsn, int packets) {
    for (int at = 0; at < Math.min(packets, PacketBits.PACKETS); at++) {
      forget(Psn.plus(fromPsn, at));
    }
  }

  private void forget(int psn) {
    Places lent = places;
    if (lent != null && lent.present.clear(psn)) {
      memory.giveBack(lent.slots[psn & PacketBits.PACKETS - 1]);
      restIfEmpty(lent);
    }
  }

  private void restIfEmpty(Places lent) {
    if (lent.present.isEmpty()) {
      lenders.giveBack(lent);
      places = null;
    }
  }

  /** Bytes of a bitmap of what is here, from a packet on. */
  int bitmapBytes(int fromPsn) {
    return Sack.bytes(Math.clamp(Psn.minus(highestPsn, fromPsn) + 1L, 0, PacketBits.PACKETS));
  }

  void writeBitmap(int fromPsn, MemorySegment to, long at) {
    Places lent = places;
    for (int word = 0; lent != null && word < bitmapBytes(fromPsn) / Long.BYTES; word++) {
      Sack.write(to, at, word, lent.present.word(Psn.plus(fromPsn, word * Long.SIZE)));
    }
  }

  /** The queue pair ends: nothing of it is executed. */
  void drop() {
    skip(0, PacketBits.PACKETS);
  }
}
