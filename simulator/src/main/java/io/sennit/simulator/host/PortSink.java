// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.roce.Burst;
import io.sennit.roce.PacketSink;
import io.sennit.simulator.Trace;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.PacketPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/** Cuts an engine's bursts into packets of the fabric. */
final class PortSink implements PacketSink {
  /** The invariant CRC stands for all bytes of a packet. */
  private static final TraceEvent SENT = TraceEvent.of("sent", "port", "bytes", "crc");

  private static final ValueLayout.OfInt CRC =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final List<HostPort> ports;
  private final PacketPool pool;
  private final Trace trace;
  private final boolean numbers;

  PortSink(List<HostPort> ports, PacketPool pool, Trace trace, boolean numbers) {
    this.ports = ports;
    this.pool = pool;
    this.trace = trace;
    this.numbers = numbers;
  }

  @Override
  public boolean numbersSegments(int localPort) {
    return numbers;
  }

  @Override
  public int send(Burst[] bursts, int count) {
    for (int at = 0; at < count; at++) {
      send(bursts[at]);
    }
    return count;
  }

  private void send(Burst burst) {
    HostPort port = ports.get(burst.localPort());
    for (int at = 0; at < burst.packetCount(); at++) {
      int packet = pool.take(burst.packetBytes(at));
      fill(packet, burst, at);
      pool.mark(packet, numbers ? at : 0, burst.ecn());
      pool.dscp(packet, burst.dscp());
      port.send(packet, burst.sourcePort(), burst.destination(), burst.destinationPort());
    }
  }

  private void fill(int packet, Burst burst, int at) {
    MemorySegment to = pool.memory(packet);
    long start = pool.offset(packet);
    int headers = burst.headerLength(at);
    int payload = burst.payloadLength(at);
    MemorySegment.copy(burst.scratch(), burst.headerOffset(at), to, start, headers);
    if (payload > 0) {
      MemorySegment.copy(burst.payload(at), burst.payloadOffset(at), to, start + headers, payload);
    }
    MemorySegment.copy(
        burst.scratch(),
        burst.trailerOffset(at),
        to,
        start + headers + payload,
        burst.trailerLength(at));
    int bytes = pool.length(packet);
    int crc = to.get(CRC, start + bytes - Integer.BYTES);
    trace.add(SENT, ports.get(burst.localPort()).index(), bytes, crc);
  }
}
