// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.rping;

import io.sennit.roce.cm.CmConfig;
import io.sennit.roce.cm.CmConnection;
import io.sennit.roce.cm.CmEndpoint;
import io.sennit.roce.cm.CmRequest;
import io.sennit.roce.cm.PrivateData;
import io.sennit.roce.foreign.ForeignEndpoint;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** {@code rping -c -V -C COUNT -S SIZE -a PEER -p PORT}. */
public final class RpingClient {
  private static final int FIRST_LETTER = 'A';
  private static final int LAST_LETTER = 'z';
  private static final int SOURCE_PORT = 40_000;

  private RpingClient() {}

  /**
   * What is sent.
   *
   * @param count how many pings
   * @param bytes of each, 32 to 1 MiB
   */
  public record Pings(int count, int bytes) {}

  /** Arguments: own address, peer's address, port, pings, bytes of each. */
  public static void main(String[] args) throws Exception {
    Pings pings = new Pings(Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    InetAddress own = InetAddress.ofLiteral(args[0]);
    InetAddress peer = InetAddress.ofLiteral(args[1]);
    run(own, peer, Integer.parseInt(args[2]), pings, Map.of());
    System.out.println(pings.count() + " pings came back");
  }

  /**
   * Pings a server and disconnects.
   *
   * @param own an address of this machine whose UDP port 4791 is free
   * @param options of the endpoint, such as {@code pcap}
   * @throws IllegalStateException if it cannot be reached, or bytes come back wrong
   */
  public static void run(
      InetAddress own, InetAddress peer, int port, Pings pings, Map<String, String> options) {
    IpAddress to = IpAddress.of(peer);
    try (ForeignEndpoint endpoint = ForeignEndpoint.open(own.getHostAddress(), options)) {
      CmEndpoint manager = endpoint.openCm(CmConfig.STANDARD);
      try (PingEnd end = new PingEnd(endpoint, to)) {
        CmRequest request = end.queuePair().request(SOURCE_PORT);
        CmConnection connection = manager.connect(to, port, request, PrivateData.NONE, end);
        end.awaitEstablished();
        for (int ping = 0; ping < pings.count(); ping++) {
          ping(end, ping, pings.bytes());
        }
        connection.disconnect();
        end.awaitEnd();
      } finally {
        PingEnd.leave(endpoint, manager);
      }
    }
  }

  private static void ping(PingEnd end, int ping, int bytes) {
    MemorySegment source = end.memory().segment().asSlice(PingEnd.SOURCE_AT, bytes);
    MemorySegment sink = end.memory().segment().asSlice(PingEnd.SINK_AT, bytes).fill((byte) 0);
    fill(source, ping);
    end.advertise(PingEnd.SOURCE_AT, bytes);
    PingEnd.check(end.received() != null, "the server left before it had read: " + end.end());
    end.advertise(PingEnd.SINK_AT, bytes);
    PingEnd.check(end.received() != null, "the server left before it had written: " + end.end());
    long at = source.mismatch(sink);
    PingEnd.check(at == -1, "byte " + at + " of ping " + ping + " came back wrong");
  }

  /** A line of text, as rping's, which a server may print: no zero but the last. */
  private static void fill(MemorySegment source, int ping) {
    byte[] title = ("rdma-ping-" + ping + ": ").getBytes(StandardCharsets.US_ASCII);
    int letters = LAST_LETTER - FIRST_LETTER + 1;
    for (int at = 0; at < source.byteSize() - 1; at++) {
      int letter = FIRST_LETTER + (ping + at) % letters;
      source.set(ValueLayout.JAVA_BYTE, at, at < title.length ? title[at] : (byte) letter);
    }
    source.set(ValueLayout.JAVA_BYTE, source.byteSize() - 1, (byte) 0);
  }
}
