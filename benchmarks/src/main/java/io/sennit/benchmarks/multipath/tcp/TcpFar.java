// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.tcp;

import io.sennit.benchmarks.harness.Link;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Listens, and then sends blocks from when it is told to until it is told again. */
final class TcpFar implements Link {
  private final ServerSocketChannel server = ServerSocketChannel.open();
  private final ByteBuffer block = ByteBuffer.allocateDirect(Block.BYTES);
  private final ByteBuffer order = ByteBuffer.allocate(1);
  private @Nullable SocketChannel near;

  /** Listens at every address, since subflows of MPTCP come to the others. */
  TcpFar() throws IOException {
    server.bind(new InetSocketAddress(0));
  }

  @Override
  public String hear(String said) throws IOException {
    return Integer.toString(((InetSocketAddress) server.getLocalAddress()).getPort());
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) throws IOException {
    if (near == null) {
      near = server.accept();
    }
    awaitOrder(near);
    near.configureBlocking(false);
    while (!isOrdered(near)) {
      near.configureBlocking(true);
      send(near, Block.MORE);
      near.configureBlocking(false);
    }
    near.configureBlocking(true);
    send(near, Block.LAST);
    return Map.of();
  }

  private void awaitOrder(SocketChannel channel) throws IOException {
    if (!isOrdered(channel)) {
      throw new EOFException("the near end has gone");
    }
  }

  private boolean isOrdered(SocketChannel channel) throws IOException {
    order.clear();
    return channel.read(order) == 1;
  }

  private void send(SocketChannel channel, byte first) throws IOException {
    block.clear().put(0, first);
    while (block.hasRemaining()) {
      channel.write(block);
    }
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    throw new IllegalStateException("the far end serves");
  }

  @Override
  public void close() {
    Channels.close(near);
    Channels.close(server);
  }
}
