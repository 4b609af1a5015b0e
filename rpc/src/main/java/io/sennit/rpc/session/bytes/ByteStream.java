// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.bytes;

import java.net.SocketAddress;

/**
 * A connected, reliable stream of bytes: TCP in production, anything in tests and simulation. Used
 * only on the thread that serves it.
 */
public interface ByteStream {
  /** Queues bytes; beyond a bound of unsent bytes the stream ends instead. */
  void send(byte[] bytes);

  /** Who hears from now on. */
  void handler(StreamHandler handler);

  /**
   * Sends what is queued if it can be sent soon, then closes; the handler hears nothing any more.
   */
  void close();

  SocketAddress localAddress();

  SocketAddress remoteAddress();
}
