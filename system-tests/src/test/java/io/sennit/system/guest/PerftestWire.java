// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What perftest's programs say over TCP: every exchange is one message of the client, then one of
 * the server, of the same length; a side that is short of a byte gives up. Used by one thread.
 */
final class PerftestWire {
  private static final int VERSION_BYTES = 16;
  private static final int KEYS_BYTES = 108;
  private static final int CYCLE_BUFFER_BYTES = 4096;
  private static final int CACHE_LINE_BYTES = 64;
  private static final byte[] DONE = {'d', 'o', 'n', 'e', 0};

  private final Socket socket;
  private final boolean client;

  PerftestWire(Socket socket, boolean client) {
    this.socket = socket;
    this.client = client;
  }

  /** What one side tells of its queue pair and memory. */
  record Keys(int reads, int queuePair, int psn, int memoryKey, long memoryAddress, String gid) {
    byte[] message() {
      String gidText = HexFormat.ofDelimiter(":").formatHex(HexFormat.of().parseHex(gid));
      String text = "0000:%04x:%06x:%06x:%08x:%016x:%s:%08x:"
          .formatted(reads, queuePair, psn, memoryKey, memoryAddress, gidText, 0);
      return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), KEYS_BYTES);
    }

    static Keys parse(byte[] message) {
      String text = new String(message, StandardCharsets.US_ASCII);
      String[] fields = text.split(":", -1);
      String gidText = String.join("", Arrays.copyOfRange(fields, 6, 22));
      return new Keys(
          Integer.parseInt(fields[1], 16),
          Integer.parseInt(fields[2], 16),
          Integer.parseInt(fields[3], 16),
          Integer.parseUnsignedInt(fields[4], 16),
          Long.parseUnsignedLong(fields[5], 16),
          gidText);
    }
  }

  private byte[] exchange(byte[] own) throws IOException {
    if (client) {
      socket.getOutputStream().write(own);
    }
    byte[] theirs = new byte[own.length];
    new DataInputStream(socket.getInputStream()).readFully(theirs);
    if (!client) {
      socket.getOutputStream().write(own);
    }
    return theirs;
  }

  /** Versions, sizes that are of no use here, and path MTUs; the smaller one is it. */
  int agree(int mtuBytes) throws IOException {
    byte[] version = Arrays.copyOf("6.06".getBytes(StandardCharsets.US_ASCII), VERSION_BYTES);
    exchange(version);
    exchange(ByteBuffer.allocate(4).putInt(CYCLE_BUFFER_BYTES).array());
    exchange(ByteBuffer.allocate(4).putInt(CACHE_LINE_BYTES).array());
    int code = Integer.numberOfTrailingZeros(mtuBytes) - 7; // IBTA's: 1 is 256 bytes
    byte[] theirs = exchange(new byte[] {(byte) ('0' + code), 0});
    return 128 << Math.min(code, theirs[0] - '0');
  }

  Keys exchange(Keys own) throws IOException {
    return Keys.parse(exchange(own.message()));
  }

  /** Size, count, and rates that nobody prints, of eight bytes each. */
  void report(long size, long count) throws IOException {
    exchange(ByteBuffer.allocate(8).putLong(size).array());
    exchange(ByteBuffer.allocate(8).putLong(count).array());
    for (int rate = 0; rate < 3; rate++) {
      exchange(ByteBuffer.allocate(8).putDouble(1).array());
    }
  }

  /** The last exchange. */
  void close(Keys own) throws IOException {
    exchange(own);
    socket.getOutputStream().write(DONE);
  }
}
