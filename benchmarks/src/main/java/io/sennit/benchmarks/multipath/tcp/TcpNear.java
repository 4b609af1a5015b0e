// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.tcp;

import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.multipath.Meter;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Connects, asks for blocks and counts what comes. */
final class TcpNear implements Link {
  private final SocketChannel channel = SocketChannel.open();
  private final ByteBuffer block = ByteBuffer.allocateDirect(Block.BYTES);

  private final String server;

  TcpNear(String server) throws IOException {
    this.server = server;
  }

  @Override
  public String hear(String said) throws IOException {
    if (said.isEmpty()) {
      return "where?";
    }
    channel.connect(new InetSocketAddress(server, Integer.parseInt(said)));
    return "";
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    throw new IllegalStateException("the near end does not serve");
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped)
      throws IOException {
    Meter meter = new Meter(Clock.system(), nanos);
    order();
    boolean told = false;
    boolean more = true;
    while (more) {
      more = receive(meter);
      if (!told && meter.isOver()) {
        order();
        told = true;
      }
    }
    return meter.flow();
  }

  private void order() throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {Block.GO}));
  }

  /** A block; whether it was not the last. */
  private boolean receive(Meter meter) throws IOException {
    block.clear();
    while (block.hasRemaining()) {
      int count = channel.read(block);
      if (count < 0) {
        throw new EOFException("the far end has gone");
      }
      meter.delivered(count);
    }
    return block.get(0) == Block.MORE;
  }

  @Override
  public void close() {
    Channels.close(channel);
  }
}
