// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;

/**
 * What the bootstrap's stream is used for afterwards, as a state machine: PING and PONG, frames of
 * the braid while no strand lives, CLOSE. Its end without CLOSE is a hint that the peer may be
 * gone, no proof: it rides one route. Confined to one thread; one for each stream.
 */
final class Lifeline implements MessagePump.Sink {
  /** Pauses without a byte of the peer before the stream is given up. */
  private static final int SILENT_HEARTBEATS = 3;

  /** What the machine says. */
  interface Actions {
    void send(byte[] bytes);

    /** A frame for the braid; untrusted. */
    void onBraidFrame(byte[] frame);

    /** The peer has ended the session. */
    void onClose(boolean orderly, String reason);

    /** The stream is of no use any more; once; close it. */
    void onLost(String reason);
  }

  private final SessionKey key;
  private final FrameReader reader;
  private final Actions actions;
  private final long heartbeatNanos;
  private long nextPingNanos;
  private long lastBytesNanos;
  private long nonce;
  private long answeredNonce;
  private boolean over;

  /** The strands may have been faster than the last word of the bootstrap. */
  private boolean readyMayCome = true;

  Lifeline(
      SessionKey key, FrameReader reader, Actions actions, long nowNanos, long heartbeatNanos) {
    this.key = key;
    this.reader = reader;
    this.actions = actions;
    this.heartbeatNanos = heartbeatNanos;
    nextPingNanos = nowNanos + heartbeatNanos;
    lastBytesNanos = nowNanos;
  }

  void onBytes(ByteBuffer bytes, long nowNanos) {
    lastBytesNanos = nowNanos;
    try {
      MessagePump.feed(reader, bytes, this);
    } catch (ProtocolException broken) {
      lost("the peer broke the lifeline's protocol: " + broken.reason());
    }
  }

  @Override
  public boolean wantsMore() {
    return !over;
  }

  @Override
  public void onMessage(SessionMessage message) throws ProtocolException {
    if (!message.key().equals(key)) {
      throw new ProtocolException("a frame of session " + message.key());
    }
    boolean readyIsFirst = readyMayCome;
    readyMayCome = false;
    switch (message) {
      case Ready late when readyIsFirst -> {}
      case Echo ping
      when ping.type() == Wire.PING ->
        actions.send(new Echo(Wire.PONG, key, ping.nonce()).encode());
      case Echo pong -> onPong(pong);
      case BraidFrame carried -> actions.onBraidFrame(carried.frame().toArray());
      case Close close -> {
        over = true;
        actions.onClose(close.orderly(), close.reason());
      }
      default -> throw new ProtocolException(message.getClass().getSimpleName() + " on a lifeline");
    }
  }

  /** A PONG for a ping that was never sent is a lie, one for an old ping is late. */
  private void onPong(Echo pong) throws ProtocolException {
    if (pong.nonce() <= 0 || pong.nonce() > nonce) {
      throw new ProtocolException("PONG " + pong.nonce() + ", pings went up to " + nonce);
    }
    answeredNonce = pong.nonce();
  }

  /** Carries a frame of this side's braid; dropped if the stream is over. */
  void sendBraidFrame(byte[] frame) {
    if (!over) {
      actions.send(new BraidFrame(key, Octets.of(frame)).encode());
    }
  }

  /** Tells the peer that this side has ended the session; nothing is sent after it. */
  void close(boolean orderly, String reason) {
    if (!over) {
      over = true;
      actions.send(new Close(key, orderly, reason).encode());
    }
  }

  /** The stream has ended. */
  void onEnd(String reason) {
    lost(reason.isEmpty() ? "the peer closed the connection" : reason);
  }

  /** Time has passed. */
  void onTime(long nowNanos) {
    if (over) {
      return;
    }
    if (nowNanos - lastBytesNanos > SILENT_HEARTBEATS * heartbeatNanos) {
      lost("no answer for " + (nowNanos - lastBytesNanos) / 1_000_000 + " ms");
    } else if (nowNanos - nextPingNanos >= 0) {
      nextPingNanos = nowNanos + heartbeatNanos;
      actions.send(new Echo(Wire.PING, key, ++nonce).encode());
    }
  }

  /** Asks the peer for a sign; when one came last. */
  long ask() {
    actions.send(new Echo(Wire.PING, key, ++nonce).encode());
    return lastBytesNanos;
  }

  /** Whether something has come since then, or is not awaited any more. */
  boolean isHeardSince(long nanos) {
    return over || lastBytesNanos != nanos;
  }

  /** Whether the last ping was answered: what this side says arrives, too. */
  boolean isAnswered() {
    return answeredNonce == nonce;
  }

  long nextTimerNanos() {
    return over ? Long.MAX_VALUE : nextPingNanos;
  }

  private void lost(String reason) {
    if (!over) {
      over = true;
      actions.onLost(reason);
    }
  }
}
