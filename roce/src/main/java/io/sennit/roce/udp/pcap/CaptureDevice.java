// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import io.sennit.roce.Burst;
import io.sennit.roce.Datagram;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketReceiver;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.IpHeaders;
import io.sennit.roce.wire.IpHeaders.End;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down every packet that comes or leaves, as it is on the wire. */
final class CaptureDevice implements PacketDevice {
  /** How long a packet may wait to be written, so that a killed process leaves its last ones. */
  private static final long FLUSH_NANOS = 50_000_000;

  private final CaptureFile file;
  private final List<LocalPort> ports;
  private long lastNanos;
  private long flushAtNanos = NO_TIMER;

  CaptureDevice(CaptureFile file, List<LocalPort> ports) {
    this.file = file;
    this.ports = ports;
  }

  @Override
  public PacketReceiver inbound(PacketReceiver next) {
    return (packet, nowNanos) -> {
      lastNanos = nowNanos;
      write(packet);
      next.receive(packet, nowNanos);
    };
  }

  private void write(Datagram packet) {
    LocalPort local = ports.get(packet.localPort());
    IpAddress source = new IpAddress(packet.sourceHigh(), packet.sourceLow());
    End from = new End(source, packet.sourcePort());
    End to = new End(local.address(), local.receivePort());
    int marks = IpHeaders.marks(packet.ecn(), packet.dscp(), packet.segmentIndex());
    ByteBuffer record = begin(from, to, packet.length(), marks);
    if (record != null) {
      put(record, packet.memory().segment(), packet.offset(), packet.length());
      IpHeaders.seal(record, record.position() - IpHeaders.bytes(source) - packet.length());
    }
  }

  private @Nullable ByteBuffer begin(End from, End to, int bytes, int marks) {
    ByteBuffer record = file.begin(IpHeaders.bytes(to.address()) + bytes, lastNanos);
    if (record != null) {
      IpHeaders.put(record, from, to, bytes, marks);
      flushAtNanos = flushAtNanos == NO_TIMER ? lastNanos + FLUSH_NANOS : flushAtNanos;
    }
    return record;
  }

  private static void put(ByteBuffer record, MemorySegment from, long offset, int length) {
    if (length > 0) {
      record.put(from.asSlice(offset, length).asByteBuffer());
    }
  }

  @Override
  public PacketSink outbound(PacketSink next) {
    return new PacketSink() {
      @Override
      public boolean numbersSegments(int localPort) {
        return next.numbersSegments(localPort);
      }

      @Override
      public int send(Burst[] bursts, int count) {
        int taken = next.send(bursts, count);
        for (int at = 0; at < taken; at++) {
          write(bursts[at], next.numbersSegments(bursts[at].localPort()));
        }
        return taken;
      }
    };
  }

  private void write(Burst burst, boolean numbered) {
    End from = new End(ports.get(burst.localPort()).address(), burst.sourcePort());
    End to = new End(burst.destination(), burst.destinationPort());
    for (int packet = 0; packet < burst.packetCount(); packet++) {
      int marks = IpHeaders.marks(burst.ecn(), burst.dscp(), numbered ? packet : 0);
      ByteBuffer record = begin(from, to, burst.packetBytes(packet), marks);
      if (record != null) {
        put(record, burst.scratch(), burst.headerOffset(packet), burst.headerLength(packet));
        put(
            record,
            burst.payload(packet),
            burst.payloadOffset(packet),
            burst.payloadLength(packet));
        put(record, burst.scratch(), burst.trailerOffset(packet), burst.trailerLength(packet));
        int bytes = IpHeaders.bytes(burst.destination()) + burst.packetBytes(packet);
        IpHeaders.seal(record, record.position() - bytes);
      }
    }
  }

  @Override
  public void timers(long nowNanos) {
    lastNanos = nowNanos;
    if (flushAtNanos != NO_TIMER && nowNanos - flushAtNanos >= 0) {
      file.flush();
      flushAtNanos = NO_TIMER;
    }
  }

  @Override
  public long nextTimerNanos() {
    return flushAtNanos;
  }

  @Override
  public void close() {
    file.close();
  }
}
