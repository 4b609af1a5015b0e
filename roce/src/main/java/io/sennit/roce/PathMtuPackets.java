// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PathMtuHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Writes probes of a path MTU and their answers; each leaves alone, for what the kernel would send
 * together is refused together.
 */
final class PathMtuPackets {
  /** What the longest packet of a queue pair has beside its payload: BTH, RETH, immediate, CRC. */
  private static final int AROUND_BYTES = 36;

  private static final int OWN_BYTES = PacketOpcode.PATH_MTU_PROBE.headerBytes() + 4;

  /** The payload of probes says nothing. */
  private static final MemorySegment NOTHING =
      Arena.global().allocate(Bounds.MOST_MTU_BYTES + AROUND_BYTES, 8);

  private PathMtuPackets() {}

  /**
   * What its sender knows.
   *
   * @param portBytes what the link of its port takes
   * @param sendsBytes what gets to the peer; 0: not known
   * @param edition of these two
   */
  record Word(int portBytes, int sendsBytes, int edition) {}

  /** Payload that makes a probe as long as the longest packet of a queue pair with this MTU. */
  private static int padding(int mtuBytes) {
    return mtuBytes == MtuSearch.SHORT ? 0 : mtuBytes + AROUND_BYTES - OWN_BYTES;
  }

  /** One of them: a probe of so many bytes, or the answer to it. */
  record Packet(PacketOpcode opcode, int serial, int bytes) {}

  static Packet probe(MtuSearch search) {
    return new Packet(PacketOpcode.PATH_MTU_PROBE, search.probeSerial(), search.probeBytes());
  }

  static Packet answer(MtuAnswers answers) {
    return new Packet(PacketOpcode.PATH_MTU_ANSWER, answers.serial(), answers.bytes());
  }

  /** Views of that payload; each thread needs its own. */
  static PacketMemory payload() {
    return PacketMemory.of(NOTHING);
  }

  /**
   * Writes one.
   *
   * @return false if there is no room
   */
  static boolean write(
      RoceQueuePair queuePair, Packet packet, Word word, BurstWriter writer, PacketSink sink) {
    PacketOpcode opcode = packet.opcode();
    int payload = opcode == PacketOpcode.PATH_MTU_PROBE ? padding(packet.bytes()) : 0;
    writer.endTurn();
    if (!writer.makeRoom(queuePair, BurstWriter.packetBytes(opcode, payload), sink)) {
      return false;
    }
    writer.begin(opcode, payload, packet.serial(), false);
    PathMtuHeader.write(writer.headers(), writer.bth(), packet.bytes());
    PathMtuHeader.write(
        writer.headers(), writer.bth(), word.portBytes(), word.sendsBytes(), word.edition());
    writer.end(queuePair.connection().outbound(), writer.probePayload(), 0, payload);
    writer.endTurn();
    return true;
  }
}
