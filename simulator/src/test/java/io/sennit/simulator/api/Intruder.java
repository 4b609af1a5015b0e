// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Reth;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.PacketPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Reads all packets and drops none, and puts packets of its own behind those that it has read: the
 * next ones of queue pairs that carry messages.
 */
final class Intruder {
  private static final int ICRC_BYTES = PacketCheck.ICRC_BYTES;

  private final io.sennit.simulator.fabric.Fabric network;

  /** Of each queue pair that SENDs were seen to. */
  private final Map<Integer, Seen> seen = new TreeMap<>();

  private final CRC32 crc = new CRC32();

  private record Seen(int psn, HostPort from, int fromPort, HostPort to, int toPort) {}

  Intruder(Fabric fabric) {
    network = fabric.network();
    network.tap(this::read);
  }

  private void read(Link link, int packet, PacketPool pool) {
    MemorySegment memory = pool.memory(packet);
    long bth = pool.offset(packet);
    PacketOpcode opcode = PacketCheck.opcode(memory, bth, pool.length(packet));
    if (opcode == PacketOpcode.SEND_ONLY) {
      HostPort from = network.ports().get(pool.source(packet));
      HostPort to = network.ports().get(pool.destination(packet));
      seen.put(
          Bth.queuePair(memory, bth),
          new Seen(
              Bth.psn(memory, bth),
              from,
              pool.sourcePort(packet),
              to,
              pool.destinationPort(packet)));
    }
  }

  /** How many queue pairs carry messages. */
  int queuePairs() {
    return seen.size();
  }

  /**
   * Puts a packet in the place of the next of every queue pair that was seen.
   *
   * @param payloadBytes of zeros
   */
  void insert(PacketOpcode opcode, int payloadBytes) {
    Map<Integer, Seen> all = new TreeMap<>(seen);
    seen.clear();
    all.forEach((queuePair, at) -> insert(queuePair, at, opcode, payloadBytes));
  }

  private void insert(int queuePair, Seen at, PacketOpcode opcode, int payloadBytes) {
    PacketPool pool = network.pool();
    int length = opcode.headerBytes() + payloadBytes + ICRC_BYTES;
    int packet = pool.take(length);
    MemorySegment memory = pool.memory(packet);
    long bth = pool.offset(packet);
    memory.asSlice(bth, length).fill((byte) 0);
    Bth.begin(memory, bth, opcode, 0);
    Bth.address(memory, bth, queuePair, Psn.plus(at.psn(), 1), false);
    if (opcode == PacketOpcode.WRITE_ONLY) {
      Reth.write(memory, bth, 0, 0, 0);
    }
    Icrc icrc = Icrc.between(at.from().address(), at.fromPort(), at.to().address(), at.toPort());
    icrc.packet(length, 0);
    icrc.take(0, memory, bth, length - ICRC_BYTES);
    icrc.begin(crc, length - ICRC_BYTES);
    memory.set(
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
        bth + length - ICRC_BYTES,
        (int) crc.getValue());
    pool.mark(packet, 0, 0);
    at.from().send(packet, at.fromPort(), at.to(), at.toPort());
  }
}
