// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.base.Clock;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.IpHeaders;
import io.sennit.roce.wire.IpHeaders.End;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * All packets of a fabric as a pcapng file (draft-ietf-opsawg-pcapng), in virtual time: each link
 * is an interface, each packet stands where a link took it and begins with its IP header.
 */
public final class Capture implements Tap {
  private static final int SECTION = 0x0a0d0d0a;
  private static final int INTERFACE = 1;
  private static final int PACKET = 6;
  private static final int BYTE_ORDER = 0x1a2b3c4d;
  private static final int LINK_TYPE_RAW_IP = 101;
  private static final short NAME = 2;
  private static final short TIME_RESOLUTION = 9;
  private static final byte NANOSECONDS = 9;
  private static final int FRAME_BYTES = 12;
  private static final int MOST_BLOCK_BYTES = 128 + PacketPool.MOST_BYTES;

  private final OutputStream out;
  private final Clock clock;
  private final List<HostPort> ports;
  private final ByteBuffer block = ByteBuffer.allocate(MOST_BLOCK_BYTES);

  /**
   * Writes what a file begins with.
   *
   * @param out stays the caller's to close
   * @param links of the fabric, in their order
   * @param ports of the fabric, in their order
   */
  public Capture(OutputStream out, Clock clock, List<Link> links, List<HostPort> ports) {
    this.out = out;
    this.clock = clock;
    this.ports = ports;
    begin(SECTION).putInt(BYTE_ORDER).putShort((short) 1).putShort((short) 0).putLong(-1);
    end();
    links.forEach(this::describe);
  }

  private void describe(Link link) {
    byte[] name = link.name().getBytes(StandardCharsets.UTF_8);
    begin(INTERFACE).putShort((short) LINK_TYPE_RAW_IP).putShort((short) 0).putInt(0);
    block.putShort(NAME).putShort((short) name.length).put(name);
    pad();
    block.putShort(TIME_RESOLUTION).putShort((short) 1).put(NANOSECONDS);
    pad();
    block.putInt(0);
    end();
  }

  @Override
  public void taken(Link link, int packet, PacketPool pool) {
    End from = new End(address(pool.source(packet)), pool.sourcePort(packet));
    End to = new End(address(pool.destination(packet)), pool.destinationPort(packet));
    int length = pool.length(packet);
    int bytes = IpHeaders.bytes(to.address()) + length;
    long nowNanos = clock.nanoTime();
    begin(PACKET).putInt(link.index()).putInt((int) (nowNanos >>> 32)).putInt((int) nowNanos);
    block.putInt(bytes).putInt(bytes);
    int marks = IpHeaders.marks(pool.ecn(packet), pool.dscp(packet), pool.segmentIndex(packet));
    IpHeaders.put(block, from, to, length, marks);
    block.put(pool.memory(packet).asSlice(pool.offset(packet), length).asByteBuffer());
    pad();
    end();
  }

  private IpAddress address(int port) {
    return ports.get(port).address();
  }

  private ByteBuffer begin(int type) {
    return block.clear().putInt(type).putInt(0);
  }

  private void pad() {
    while (block.position() % Integer.BYTES != 0) {
      block.put((byte) 0);
    }
  }

  /** The length of a block is at both its ends. */
  private void end() {
    int bytes = block.position() + FRAME_BYTES - Long.BYTES;
    block.putInt(bytes).putInt(Integer.BYTES, bytes);
    try {
      out.write(block.array(), 0, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
