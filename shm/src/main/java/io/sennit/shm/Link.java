// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.Doorbell;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.PeerProcess;
import java.lang.foreign.Arena;

/**
 * What ties a domain to the peer's process: a socket to ring and be rung, and proof of its death.
 */
final class Link {
  private final ShmChannel channel;
  private final LocalSocket socket;
  private final PeerProcess process;
  private final long checkNanos;
  private final Arena arena = Arena.ofShared();
  private final Doorbell doorbell;
  private volatile boolean ended;
  private boolean closed;
  private boolean checked;
  private long checkedNanos;

  /** Takes over the socket and the process. */
  Link(ShmChannel channel, LocalSocket socket, PeerProcess process, long checkNanos) {
    this.channel = channel;
    this.socket = socket;
    this.process = process;
    this.checkNanos = checkNanos;
    doorbell = socket.doorbell(arena);
  }

  /** Begins to hear the peer. */
  void join() throws OsException {
    channel.join(this);
  }

  ShmChannel channel() {
    return channel;
  }

  Doorbell doorbell() {
    return doorbell;
  }

  PeerProcess process() {
    return process;
  }

  /** The peer rang, or its socket was closed, by itself or with the process. */
  void onRing(boolean hungUp) {
    doorbell.heard();
    if (hungUp) {
      onEnd();
    }
  }

  /** The process may have ended. */
  void onEnd() {
    if (process.hasEnded()) {
      ended = true;
    }
  }

  boolean peerWasSeenToEnd() {
    return ended;
  }

  boolean peerEnded() {
    if (!ended && !closed && process.hasEnded()) {
      ended = true;
    }
    return ended;
  }

  boolean peerGone(long nowNanos) {
    if (!ended && (!checked || nowNanos - checkedNanos >= checkNanos)) {
      checked = true;
      checkedNanos = nowNanos;
      return peerEnded();
    }
    return ended;
  }

  void close() {
    closed = true;
    channel.leave(this);
    socket.close();
    process.close();
    arena.close();
  }
}
