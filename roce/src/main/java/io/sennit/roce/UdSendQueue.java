// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.Deth;
import io.sennit.roce.wire.ImmDt;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Datagrams that wait to be sent, in a ring of copies, and how one becomes a packet. */
final class UdSendQueue {
  private final PacketMemory memory;
  private final int slotBytes;
  private final @Nullable AddressHandle[] targets;
  private final int[] lengths;
  private final boolean[] immediates;
  private final int[] immediateValues;
  private final int sourceQueuePair;
  private int psn;
  private int first;
  private int size;

  UdSendQueue(PacketMemory memory, int depth, int sourceQueuePair, int firstPsn) {
    this.memory = memory;
    this.sourceQueuePair = sourceQueuePair;
    slotBytes = (int) (memory.segment().byteSize() / depth);
    targets = new AddressHandle[depth];
    lengths = new int[depth];
    immediates = new boolean[depth];
    immediateValues = new int[depth];
    psn = firstPsn;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Copies a datagram that fits into a slot; false if all slots are taken. */
  boolean add(AddressHandle to, MemorySegment payload, boolean hasImmediate, int immediate) {
    if (size == targets.length) {
      return false;
    }
    int slot = (first + size) % targets.length;
    targets[slot] = to;
    lengths[slot] = (int) payload.byteSize();
    immediates[slot] = hasImmediate;
    immediateValues[slot] = immediate;
    MemorySegment.copy(payload, 0, memory.segment(), (long) slot * slotBytes, payload.byteSize());
    size++;
    return true;
  }

  /** Makes a burst of the oldest one, which is {@link #remove}d when it has been taken. */
  void write(Burst burst, PacketTrailer trailer) {
    AddressHandle to = targets[first];
    if (to == null) {
      throw new IllegalStateException("no datagram waits");
    }
    PacketOpcode opcode =
        immediates[first] ? PacketOpcode.UD_SEND_ONLY_IMMEDIATE : PacketOpcode.UD_SEND_ONLY;
    burst.begin(to.flow(), false);
    MemorySegment headers = burst.scratch();
    long bth = burst.nextHeaderOffset();
    int length = lengths[first];
    Bth.begin(headers, bth, opcode, PacketTrailer.padBytes(length));
    Bth.address(headers, bth, to.queuePair(), psn, false);
    Deth.write(headers, bth, to.queueKey(), sourceQueuePair);
    if (opcode.hasImmediate()) {
      ImmDt.write(headers, bth, opcode, immediateValues[first]);
    }
    trailer
        .payload(memory, (long) first * slotBytes, length)
        .end(burst, opcode.headerBytes(), to.icrc());
  }

  /** The oldest one has gone. */
  void remove() {
    targets[first] = null;
    first = (first + 1) % targets.length;
    size--;
    psn = Psn.plus(psn, 1);
  }

  void clear() {
    while (size > 0) {
      remove();
    }
  }
}
