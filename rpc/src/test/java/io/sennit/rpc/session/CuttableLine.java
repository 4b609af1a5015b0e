// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP relay whose connections can be cut. */
final class CuttableLine implements AutoCloseable {
  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket server;
  private final InetSocketAddress target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  CuttableLine(InetSocketAddress target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::relay);
  }

  int port() {
    return server.getLocalPort();
  }

  private void relay() {
    while (!server.isClosed()) {
      try {
        Socket near = server.accept();
        Socket far = new Socket(target.getAddress(), target.getPort());
        sockets.add(near);
        sockets.add(far);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> pump(near, far));
        Thread.ofVirtual().start(() -> pump(far, near));
      } catch (IOException over) {
        close();
      }
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[4096];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        out.write(bytes, 0, count);
      }
    } catch (IOException cut) {
      // Both ends are closed by now, which is all that a cut is.
    }
  }

  /** Cuts every connection there is. */
  void cut() {
    // A copy: the next connection may come while the others are being cut.
    for (Socket each : List.copyOf(sockets)) {
      sockets.remove(each);
      closeQuietly(each);
    }
  }

  @Override
  public void close() {
    closeQuietly(server);
    cut();
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception alreadyGone) {
      throw new IllegalStateException(alreadyGone);
    }
  }
}
