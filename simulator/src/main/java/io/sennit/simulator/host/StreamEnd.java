// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One end of a byte stream, as its process sees it. */
final class StreamEnd implements ByteStream {
  /** Most bytes that wait because the peer does not read, as in production. */
  private static final int MOST_WAITING_BYTES = 512 << 10;

  /** How often a handler that has no memory for it is told of the end, as in production. */
  private static final int MOST_TELLS = 100;

  private static final String RESET = "Connection reset";

  private final StreamThread thread;
  private final InetSocketAddress local;
  private final InetSocketAddress remote;
  private StreamHost.@Nullable ConnectHandler connecting;
  private @Nullable StreamHandler handler;
  private @Nullable Pipe out;

  /** The handler that has not been told of the end yet, and the reason. */
  private @Nullable StreamHandler untold;

  private String untoldReason = "";
  private int tells;

  private boolean heard;
  private boolean closed;

  StreamEnd(StreamThread thread, InetSocketAddress local, InetSocketAddress remote) {
    this.thread = thread;
    this.local = local;
    this.remote = remote;
  }

  /** Where it sends; before anything else. */
  void out(Pipe newOut) {
    out = newOut;
  }

  /** Who hears when it is connected; on the side that asked. */
  void connecting(StreamHost.ConnectHandler newConnecting) {
    connecting = newConnecting;
  }

  boolean isConnecting() {
    return connecting != null;
  }

  StreamThread thread() {
    return thread;
  }

  /** Whether bytes have come. */
  boolean hasHeard() {
    return heard;
  }

  boolean isClosed() {
    return closed;
  }

  /** Something came from the other end. A process that is gone is answered for by its host. */
  void arrive(Pipe.Segment segment) {
    boolean heard = thread.execute(() -> guard(() -> take(segment)));
    if (!heard && segment.kind() != Pipe.Kind.RESET) {
      closed = true;
      tell(Pipe.Kind.RESET);
    }
  }

  /** Ends the stream, as production does, if there is no memory for what its owner does. */
  void guard(Runnable task) {
    try {
      task.run();
    } catch (NoMemoryError none) {
      thread.caught(none);
      crash();
    }
  }

  private void crash() {
    if (!closed) {
      untold = handler;
      untoldReason = "this process could not go on with the connection";
      abort();
    }
    tells++;
    if (untold != null && tells < MOST_TELLS) {
      boolean _ = thread.execute(() -> guard(this::tellEnd));
    }
  }

  private void tellEnd() {
    StreamHandler last = untold;
    if (last != null) {
      last.onEnd(untoldReason);
      untold = null;
    }
  }

  private void take(Pipe.Segment segment) {
    if (closed) {
      return;
    }
    switch (segment.kind()) {
      case CONNECTED -> connected();
      case BYTES -> read(ByteBuffer.wrap(segment.bytes()));
      case END -> end("");
      case RESET -> end(RESET);
    }
  }

  private void connected() {
    StreamHost.ConnectHandler asked = connecting;
    connecting = null;
    if (asked != null) {
      asked.onConnected(this);
    }
  }

  /** As production reads: what nobody takes is of no use. */
  private void read(ByteBuffer bytes) {
    heard = true;
    int before = -1;
    while (!closed && bytes.hasRemaining() && bytes.remaining() != before && handler != null) {
      before = bytes.remaining();
      handler.onBytes(bytes);
    }
  }

  private void end(String reason) {
    StreamHost.ConnectHandler asked = connecting;
    if (asked != null) {
      drop();
      asked.onFailed(new IOException(RESET));
    } else {
      untold = handler;
      untoldReason = reason;
      drop();
      tellEnd();
    }
  }

  /** Ends it on this side without a word to anybody. */
  void drop() {
    closed = true;
    handler = null;
    connecting = null;
  }

  /** Ends it with a word to the other side. */
  void abort() {
    if (!closed) {
      drop();
      tell(Pipe.Kind.RESET);
    }
  }

  private void tell(Pipe.Kind kind) {
    Pipe to = out;
    if (to != null) {
      to.send(kind);
    }
  }

  @Override
  public void send(byte[] bytes) {
    Pipe to = out;
    if (closed || to == null) {
      return;
    }
    to.send(bytes);
    if (to.waitingBytes() > MOST_WAITING_BYTES) {
      tell(Pipe.Kind.RESET);
      end("the peer does not read: " + to.waitingBytes() + " bytes wait");
    }
  }

  @Override
  public void handler(StreamHandler newHandler) {
    handler = newHandler;
  }

  @Override
  public void close() {
    if (!closed) {
      drop();
      tell(Pipe.Kind.END);
    }
  }

  @Override
  public InetSocketAddress localAddress() {
    return local;
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return remote;
  }
}
