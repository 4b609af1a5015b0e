// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
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

    /** There is no lifeline, or a PING was not answered in time. */
    void onDoubtful(Doubt doubt);

    /** The doubtful lifeline answered after all. */
    void onHeardAgain();
  }

  /** How long a PING may wait for its PONG; a peer that runs answers sooner. */
  private static final long PATIENCE_NANOS = 250_000_000;

  private final StreamHost host;
  private final SessionKey key;
  private final long heartbeatNanos;
  private final Listener listener;
  private @Nullable ByteStream stream;
  private @Nullable Lifeline lifeline;
  private StreamHost.@Nullable Handle timer;

  /** The lifeline that was sent a PING, and when it was last heard before that. */
  private @Nullable Lifeline asked;

  private long heardNanos;

  /** Whether it is doubtful, and whether its local address is gone. */
  private boolean doubted;

  private boolean fromNowhere;
  private boolean begun;
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
    begun = true;
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

  /** There is reason to see whether the lifeline works; whatever comes of that, it is kept. */
  void check() {
    host.execute(this::checkNow);
  }

  /**
   * Ports of this host are not what they were. For the side that dials: looks at the addresses of
   * this host, which takes system calls.
   *
   * @param readdressed whether one has another address
   */
  void onOwnPorts(boolean readdressed) {
    host.execute(() -> {
      boolean wasFromNowhere = fromNowhere;
      fromNowhere = isFromNowhere();
      if (fromNowhere) {
        doubt(readdressed || !wasFromNowhere ? Doubt.OTHER_ADDRESSES : Doubt.OTHER_PORTS);
      } else if (lifeline == null) {
        doubt(readdressed ? Doubt.OTHER_ADDRESSES : Doubt.OTHER_PORTS);
      } else {
        checkNow();
      }
    });
  }

  private void checkNow() {
    Lifeline current = lifeline;
    if (current == null) {
      doubt(Doubt.SILENCE);
    } else if (!waitsFor(current)) {
      ask(current);
    }
  }

  private boolean waitsFor(Lifeline current) {
    return asked == current && !current.isHeardSince(heardNanos);
  }

  private void ask(Lifeline current) {
    asked = current;
    heardNanos = current.ask();
    long heardBefore = heardNanos;
    host.at(host.clock().nanoTime() + PATIENCE_NANOS, () -> {
      if (current == lifeline && !current.isHeardSince(heardBefore)) {
        asked = null;
        doubt(Doubt.SILENCE);
      }
    });
  }

  /** The bootstrap looks after what is not there yet. */
  private void doubt(Doubt doubt) {
    if (begun && !over) {
      doubted = lifeline != null;
      listener.onDoubtful(doubt);
    }
  }

  /** What comes to an address that is gone was under way before. */
  private void heard(Lifeline current) {
    if (doubted && !fromNowhere && current.isAnswered()) {
      doubted = false;
      listener.onHeardAgain();
    }
  }

  /** This host has the stream's own address no more: nothing will come of it. */
  private boolean isFromNowhere() {
    ByteStream current = stream;
    return current != null
        && current.localAddress() instanceof InetSocketAddress internet
        && !internet.getAddress().isLoopbackAddress()
        && !internet.getAddress().isLinkLocalAddress()
        && isGone(internet.getAddress());
  }

  /** A host that seems to have none at all could not tell which it has. */
  private boolean isGone(InetAddress address) {
    List<InetAddress> present = host.localAddresses();
    return !present.isEmpty() && !present.contains(address);
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
    doubted = false;
    fromNowhere = false;
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
      heard(current);
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
