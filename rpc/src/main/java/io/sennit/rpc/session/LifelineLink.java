// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins a session on its loop with whatever lifeline it has at the moment on the streams' thread.
 * Frames are dropped while there is none. {@link #sendBraidFrame} and {@link #close} are safe from
 * any thread, the rest belongs to the streams' thread.
 */
final class LifelineLink implements StreamHandler, Lifeline.Actions {
  private static final Logger LOG = LoggerFactory.getLogger(LifelineLink.class);
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Hears what the lifeline brings; on the streams' thread. */
  interface Listener {
    void onBraidFrame(byte[] frame);

    /** The peer has ended the session. */
    void onPeerClosed(boolean orderly, String reason);

    /** There is no lifeline now; a hint, no proof. */
    void onLost(String reason);
  }

  private final StreamHost host;
  private final SessionKey key;
  private final long heartbeatNanos;
  private final Listener listener;
  private @Nullable ByteStream stream;
  private @Nullable Lifeline lifeline;
  private StreamHost.@Nullable Handle timer;
  private boolean over;

  LifelineLink(StreamHost host, SessionKey key, long heartbeatNanos, Listener listener) {
    this.host = host;
    this.key = key;
    this.heartbeatNanos = heartbeatNanos;
    this.listener = listener;
  }

  /** Uses a stream from now on instead of the one before. */
  void attach(ByteStream newStream, FrameReader reader) {
    drop();
    if (over) {
      newStream.close();
      return;
    }
    stream = newStream;
    Lifeline fresh = new Lifeline(key, reader, this, host.clock().nanoTime(), heartbeatNanos);
    lifeline = fresh;
    newStream.handler(this);
    rearm(fresh);
    // Whatever came together with the last frame of the bootstrap.
    fresh.onBytes(NOTHING.duplicate(), host.clock().nanoTime());
  }

  void sendBraidFrame(byte[] frame) {
    host.execute(() -> {
      Lifeline current = lifeline;
      if (current != null) {
        current.sendBraidFrame(frame);
      }
    });
  }

  /** Tells the peer, if there is a lifeline, that the session has ended here. */
  void close(boolean orderly, String reason) {
    host.execute(() -> {
      over = true;
      Lifeline current = lifeline;
      if (current != null) {
        current.close(orderly, reason);
      }
      drop();
    });
  }

  private void drop() {
    ByteStream old = stream;
    StreamHost.Handle running = timer;
    stream = null;
    lifeline = null;
    timer = null;
    if (running != null) {
      running.cancel();
    }
    if (old != null) {
      old.close();
    }
  }

  private void rearm(Lifeline current) {
    timer = host.at(current.nextTimerNanos(), () -> {
      current.onTime(host.clock().nanoTime());
      if (lifeline == current) {
        rearm(current);
      }
    });
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    Lifeline current = lifeline;
    if (current != null) {
      current.onBytes(bytes, host.clock().nanoTime());
    }
  }

  @Override
  public void onEnd(String reason) {
    Lifeline current = lifeline;
    if (current != null) {
      current.onEnd(reason);
    }
  }

  @Override
  public void send(byte[] bytes) {
    ByteStream current = stream;
    if (current != null) {
      current.send(bytes);
    }
  }

  @Override
  public void onBraidFrame(byte[] frame) {
    listener.onBraidFrame(frame);
  }

  @Override
  public void onClose(boolean orderly, String reason) {
    over = true;
    drop();
    listener.onPeerClosed(orderly, reason);
  }

  @Override
  public void onLost(String reason) {
    LOG.debug("session {} lost its lifeline: {}", key, reason);
    drop();
    if (!over) {
      listener.onLost(reason);
    }
  }
}
