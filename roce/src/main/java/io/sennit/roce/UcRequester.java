// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Reth;
import java.lang.foreign.MemorySegment;

/**
 * Turns the work requests of an unreliable connection into packets, each of which is sent once,
 * straight from the user's memory.
 */
final class UcRequester {
  private final Connection connection;
  private final SendQueue queue;

  UcRequester(Connection connection, SendQueue queue) {
    this.connection = connection;
    this.queue = queue;
  }

  /**
   * Sends the next packets of the oldest request, one burst of them at most.
   *
   * @param mostBytes how long they may be together, but for the first
   * @return bytes that the sink took, 0 if it refused them
   */
  long transmit(SendEntry entry, UcBurst out, PacketSink sink, int mostBytes) {
    Burst burst = out.begin(connection.flow(), sink);
    int index = queue.cursorIndex();
    long bytes = 0;
    for (int packetBytes = packetBytes(entry, index);
        packetBytes > 0
            && burst.fits(packetBytes)
            && (bytes == 0 || bytes + packetBytes <= mostBytes);
        packetBytes = packetBytes(entry, index)) {
      write(entry, index++, out);
      bytes += packetBytes;
    }
    if (!out.send(sink)) {
      return 0;
    }
    queue.sent(entry, index - queue.cursorIndex());
    return bytes;
  }

  /** Headers, payload, padding and CRC of a packet; 0 if the request has none of that number. */
  private int packetBytes(SendEntry entry, int index) {
    return index == entry.packets
        ? 0
        : BurstWriter.packetBytes(opcode(entry, index), entry.payloadBytes(index));
  }

  private static PacketOpcode opcode(SendEntry entry, int index) {
    return entry.packetOpcode(index).unreliable();
  }

  private void write(SendEntry entry, int index, UcBurst out) {
    PacketOpcode opcode = opcode(entry, index);
    int payload = entry.payloadBytes(index);
    MemorySegment headers = out.burst().scratch();
    long bth = out.burst().nextHeaderOffset();
    Bth.begin(headers, bth, opcode, PacketTrailer.padBytes(payload));
    Bth.address(headers, bth, connection.remoteNumber(), Psn.plus(entry.firstPsn, index), false);
    if (opcode.kind() == PacketOpcode.Kind.WRITE && opcode.place().begins()) {
      Reth.write(headers, bth, entry.remoteAddress, entry.remoteKey, entry.length);
    }
    entry.writeLastWord(opcode, headers, bth);
    PacketTrailer trailer = out.trailer();
    if (payload == 0) {
      trailer.payload(BurstWriter.EMPTY, 0, 0);
    } else {
      trailer.payload(out.burst(), entry.local, index * connection.mtuBytes(), payload);
    }
    trailer.end(out.burst(), opcode.headerBytes(), connection.outbound());
  }
}
