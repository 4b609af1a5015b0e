// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.Burst;
import io.sennit.roce.Bursts;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.wire.IpAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture fills no disk, tells nobody else, and never holds packets up. */
final class CaptureBoundsTest {
  private static final int PAYLOAD_BYTES = 1_000;
  private static final int BURSTS = 100;
  private static final List<LocalPort> PORTS =
      List.of(new LocalPort(IpAddress.ofIpv4(0x7f000001), 40_001, 1024));

  @TempDir
  private Path directory;

  /** The wire: takes all there is. */
  private static final class Wire implements PacketSink {
    private int taken;

    @Override
    public boolean numbersSegments(int localPort) {
      return false;
    }

    @Override
    public int send(Burst[] bursts, int count) {
      taken += count;
      return count;
    }
  }

  /** Sends packets through a capture; returns how many got through. */
  private static int sendAll(String specification) {
    Wire wire = new Wire();
    try (PacketDevice device = new CaptureDeviceProvider().open(specification, PORTS)) {
      PacketSink sink = device.outbound(wire);
      for (int at = 0; at < BURSTS; at++) {
        sink.send(new Burst[] {Bursts.from(0, PAYLOAD_BYTES)}, 1);
        device.timers(at * 100_000_000L);
      }
    }
    return wire.taken;
  }

  @Test
  void fileEndsWithAWholePacketWithinItsBound() throws IOException {
    Path file = directory.resolve("bounded.pcap");
    assertEquals(BURSTS, sendAll(file + ";maxBytes=20000"));
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    int packets = 0;
    int at = 24;
    while (at < bytes.limit()) {
      at += 16 + bytes.getInt(at + 8);
      packets++;
    }
    assertEquals(bytes.limit(), at, "end of the last packet");
    assertTrue(bytes.limit() <= 20_000, bytes.limit() + " bytes");
    assertEquals(18, packets, "packets");
  }

  @Test
  void fileIsItsOwnersOnly() throws IOException {
    Path file = directory.resolve("private.pcap");
    sendAll(file.toString());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void fullDiskEndsTheCaptureAndNothingElse() {
    assertEquals(BURSTS, sendAll("/dev/full"));
  }

  @Test
  void loopsThatComeAndGoMakeOnlySoManyFiles() throws IOException {
    Path file = directory.resolve("many.pcap");
    for (int loop = 0; loop < CaptureDeviceProvider.MOST_FILES + 3; loop++) {
      new CaptureDeviceProvider().open(file.toString(), PORTS).close();
    }
    try (var files = Files.list(directory)) {
      assertEquals(CaptureDeviceProvider.MOST_FILES, files.count(), "files");
    }
    assertEquals(BURSTS, sendAll(file.toString()));
  }
}
