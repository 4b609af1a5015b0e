// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.bytes;

import io.sennit.base.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes byte streams and serves them with one thread, its timers included.
 *
 * <p>{@link #execute}, {@link #listen} and {@link #close} are safe from any thread; the rest
 * belongs to the host's thread, as does every callback.
 */
public interface StreamHost extends AutoCloseable {
  /** Something that can be given up. */
  interface Handle {
    /** Gives it up; what it would have called is not called any more. */
    void cancel();
  }

  /** A port that is listened on. */
  interface Listening {
    InetSocketAddress localAddress();

    /** Stops; from any thread; streams that exist go on. */
    void stop();
  }

  /** Hears the outcome of a connect; once. */
  interface ConnectHandler {
    void onConnected(ByteStream stream);

    void onFailed(IOException cause);
  }

  /** Has the host's thread run a task; false if it is closed, or far behind. */
  boolean execute(Runnable task);

  /** Runs a task later. */
  Handle at(long dueNanos, Runnable task);

  /**
   * Listens.
   *
   * @param address resolved; port 0: any free one
   * @param onStream hears each new connection
   */
  Listening listen(InetSocketAddress address, Consumer<ByteStream> onStream) throws IOException;

  /**
   * Begins to connect; unbounded, the caller cancels.
   *
   * @param way where to, and from which address of this host
   */
  Handle connect(Way way, ConnectHandler handler) throws IOException;

  /**
   * Addresses that this host can connect from, one or more for each of its rails; empty also if
   * they cannot be listed.
   */
  List<InetAddress> localAddresses();

  Clock clock();

  /** Ends every stream without a word, and the thread. */
  @Override
  void close();
}
