// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.rping;

import io.sennit.base.Clock;
import io.sennit.roce.cm.CmConfig;
import io.sennit.roce.cm.CmConnection;
import io.sennit.roce.cm.CmEndpoint;
import io.sennit.roce.cm.PrivateData;
import io.sennit.roce.foreign.ForeignEndpoint;
import io.sennit.verbs.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code rping -s -a ADDRESS -p PORT}: serves one client until it disconnects. */
public final class RpingServer implements AutoCloseable {
  private final ForeignEndpoint endpoint;
  private final CmEndpoint manager;
  private final ArrayDeque<CmConnection> requests = new ArrayDeque<>();
  private final Clock clock = Clock.system();

  /**
   * Listens.
   *
   * @param options of the endpoint, such as {@code pcap}
   */
  public RpingServer(InetAddress own, int port, Map<String, String> options) {
    endpoint = ForeignEndpoint.open(own.getHostAddress(), options);
    manager = endpoint.openCm(CmConfig.STANDARD);
    manager.listen(port, requests::add);
  }

  /** Arguments: own address, port. */
  public static void main(String[] args) {
    int port = Integer.parseInt(args[1]);
    try (RpingServer server = new RpingServer(InetAddress.ofLiteral(args[0]), port, Map.of())) {
      System.out.println("listening");
      System.out.println(server.serve() + " pings were answered");
    }
  }

  /** Serves the next client; how many pings it sent. */
  public int serve() {
    CmConnection request = awaitRequest();
    try (PingEnd end = new PingEnd(endpoint, request.peer())) {
      request.accept(end.queuePair(), PrivateData.NONE, end);
      end.awaitEstablished();
      int pings = 0;
      while (answer(end)) {
        pings++;
      }
      return pings;
    }
  }

  private CmConnection awaitRequest() {
    long startNanos = clock.nanoTime();
    while (requests.isEmpty()) {
      PingEnd.check(clock.nanoTime() - startNanos < PingEnd.PATIENCE_NANOS, "nobody comes");
      endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return requests.remove();
  }

  /** Reads a ping, writes it back; false if the client has disconnected instead. */
  private static boolean answer(PingEnd end) {
    @Nullable Advertisement source = end.received();
    if (source == null) {
      return false;
    }
    end.move(Opcode.READ, source, source.size());
    end.advertise(0, 0); // Go ahead.
    @Nullable Advertisement sink = end.received();
    if (sink == null) {
      throw new IllegalStateException("the client left before its ping came back: " + end.end());
    }
    int bytes = textBytes(end.memory().segment().asSlice(PingEnd.SINK_AT, source.size()));
    end.move(Opcode.WRITE, sink, bytes);
    end.advertise(0, 0);
    return true;
  }

  /** A text up to its zero, and that too, as rping does. */
  private static int textBytes(MemorySegment text) {
    int at = 0;
    while (at < text.byteSize() - 1 && text.get(ValueLayout.JAVA_BYTE, at) != 0) {
      at++;
    }
    return at + 1;
  }

  @Override
  public void close() {
    PingEnd.leave(endpoint, manager);
    endpoint.close();
  }
}
