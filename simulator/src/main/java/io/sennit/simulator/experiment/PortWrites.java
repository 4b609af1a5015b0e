// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Reth;
import io.sennit.simulator.fabric.PacketPool;
import io.sennit.simulator.light.Placement;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads off the packets at a host's ports where the payload of WRITEs goes: between two Sennit ends
 * each of a message's packets says so. It is told there since the engine keeps what came ahead of a
 * missing packet, and places all of it at once later. Confined to the world's thread.
 */
final class PortWrites {
  private final PacketPool pool;
  private final TreeMap<Long, Target> targets = new TreeMap<>();

  private record Target(long length, Placement placement) {}

  PortWrites(PacketPool pool) {
    this.pool = pool;
  }

  /** Tells somebody what comes for a region of the host's. */
  void tell(MemoryRegion region, Placement placement) {
    targets.put(region.address(), new Target(region.length(), placement));
  }

  /** A packet has come, which stays the fabric's. */
  void seen(int packet) {
    MemorySegment memory = pool.memory(packet);
    long bth = pool.offset(packet);
    int length = pool.length(packet);
    PacketOpcode opcode = PacketCheck.opcode(memory, bth, length);
    if (opcode == null || opcode.kind() != PacketOpcode.Kind.WRITE) {
      return;
    }
    int repeated = opcode.repeatedBytes();
    long range = opcode.place().begins() ? bth : bth + opcode.headerBytes() + repeated - Reth.END;
    long address = Reth.virtualAddress(memory, range);
    Map.Entry<Long, Target> found = targets.floorEntry(address);
    if (found != null && address - found.getKey() < found.getValue().length()) {
      int payload = PacketCheck.payloadBytes(memory, bth, length, opcode) - repeated;
      found.getValue().placement().placed(address - found.getKey(), payload);
    }
  }
}
