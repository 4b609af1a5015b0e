// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A TCP connection served by a {@link SocketShell}; confined to the shell's thread. */
final class SocketStream implements ByteStream {
  /** Most bytes that wait because the peer does not read. */
  private static final int MAX_UNSENT_BYTES = 512 << 10;

  /** Longest that a closed stream waits for the peer to take the last bytes and to close too. */
  private static final long LINGER_NANOS = 1_000_000_000;

  private static final String FAILED = "this process could not go on with the connection";

  /** How often a handler that throws is told of the end. */
  private static final int MOST_TELLS = 100;

  private static final StreamHandler NOBODY = new StreamHandler() {
    @Override
    public void onBytes(ByteBuffer bytes) {
      bytes.position(bytes.limit());
    }

    @Override
    public void onEnd(String reason) {
      // Nobody listens.
    }
  };

  private final SocketShell shell;
  private final SocketChannel channel;
  private final SocketAddress local;
  private final SocketAddress remote;
  private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
  private int unsentBytes;
  private StreamHandler handler = NOBODY;
  private StreamHost.@Nullable Handle linger;
  private boolean closing;
  private boolean lingers;
  private boolean closed;

  /** Who has not heard the end yet, and what; {@link #NOBODY} if there is none. */
  private StreamHandler untold = NOBODY;

  private String untoldReason = "";
  private int tells;

  /** In the shell's list of streams whose end is owed to somebody: no memory is needed for it. */
  @Nullable
  SocketStream nextOwing;

  SocketStream(SocketShell shell, SocketChannel channel) throws IOException {
    this.shell = shell;
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    local = channel.getLocalAddress();
    remote = channel.getRemoteAddress();
  }

  @Override
  public void handler(StreamHandler newHandler) {
    handler = newHandler;
  }

  @Override
  public void send(byte[] bytes) {
    if (closed || closing) {
      return;
    }
    boolean queued = false;
    try {
      unsent.add(ByteBuffer.wrap(bytes));
      queued = true;
    } finally {
      if (!queued) {
        crash(); // What follows would not be understood without these bytes.
      }
    }
    unsentBytes += bytes.length;
    flush();
    if (unsentBytes > MAX_UNSENT_BYTES) {
      end("the peer does not read: " + unsentBytes + " bytes wait");
    }
  }

  /** The socket is writable (again). */
  void flush() {
    try {
      for (ByteBuffer next = unsent.peek(); next != null; next = unsent.peek()) {
        unsentBytes -= channel.write(next);
        if (next.hasRemaining()) {
          shell.interest(channel, SelectionKey.OP_WRITE, true);
          return;
        }
        unsent.remove();
      }
      shell.interest(channel, SelectionKey.OP_WRITE, false);
      if (closing) {
        channel.shutdownOutput();
      }
    } catch (IOException e) {
      end(reason(e));
    }
  }

  /** The socket is readable. */
  void read(ByteBuffer scratch) {
    if (closed) {
      return;
    }
    try {
      int count = channel.read(scratch.clear());
      if (count < 0) {
        end("");
        return;
      }
      scratch.flip();
      while (scratch.hasRemaining() && !closed) {
        int before = scratch.remaining();
        handler.onBytes(scratch);
        if (scratch.remaining() == before && !closed) {
          // Whoever listens has ended; what comes after its last frame is of no use.
          return;
        }
      }
    } catch (IOException e) {
      end(reason(e));
    }
  }

  private void end(String reason) {
    if (!closed) {
      untold = handler;
      untoldReason = reason;
      closeNow();
      tellEnd();
    }
  }

  /** Who listens has thrown, or there was no memory: the stream ends, as if it had been cut. */
  void crash() {
    if (closed) {
      tellEnd();
    } else {
      end(FAILED);
    }
  }

  private void tellEnd() {
    StreamHandler last = untold;
    boolean told = false;
    tells++;
    try {
      last.onEnd(untoldReason);
      told = true;
    } finally {
      if (told || tells == MOST_TELLS) {
        untold = NOBODY;
      } else {
        shell.owe(this);
      }
    }
  }

  @Override
  public void close() {
    if (closed || closing) {
      return;
    }
    handler = NOBODY;
    closing = true;
    lingers = shell.mayLinger();
    if (!lingers) {
      closeNow();
      return;
    }
    // Closing a socket that holds unread bytes resets the connection, and the peer may never see
    // our last words. So say that nothing follows, and read until the peer has closed too.
    linger = shell.at(shell.clock().nanoTime() + LINGER_NANOS, this::closeNow);
    flush();
  }

  /** Closes without waiting for what is queued. */
  void closeNow() {
    if (closed) {
      return;
    }
    closed = true;
    if (lingers) {
      shell.lingered();
    }
    StreamHost.Handle running = linger;
    linger = null;
    if (running != null) {
      running.cancel();
    }
    handler = NOBODY;
    unsent.clear();
    unsentBytes = 0;
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // The descriptor is given back in any case.
    }
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public SocketAddress localAddress() {
    return local;
  }

  @Override
  public SocketAddress remoteAddress() {
    return remote;
  }

  static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
