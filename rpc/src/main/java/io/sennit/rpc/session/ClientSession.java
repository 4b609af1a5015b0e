// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a session with its lifeline, which it dials again when it is lost.
 * {@link #begin} and {@link #connect} belong to the loop, {@link #fail} is safe from any thread
 * once begun, the rest belongs to the streams' thread.
 */
final class ClientSession implements LiveSession.Surroundings, LifelineLink.Listener {
  private final LoopGroup group;
  private final Dialer.Target target;
  private final SessionKey key;
  private final LifelineLink link;
  private volatile @Nullable LiveSession live;
  private volatile @Nullable EventLoop loop;
  private @Nullable Redialer redialer;

  ClientSession(LoopGroup group, Dialer.Target target, SessionKey key, SessionConfig config) {
    this.group = group;
    this.target = target;
    this.key = key;
    link = new LifelineLink(group.streams(), key, config.heartbeatNanos(), this);
  }

  /** Makes the braid and the engine; takes the domain over, also if it throws. */
  List<StrandOffer> begin(SessionParts parts, SessionInfo info, List<Path> paths) {
    LiveSession made = new LiveSession(parts, info, key, this);
    loop = parts.provider().loop();
    live = made;
    return made.offerOrFail(paths);
  }

  /** Whether there is an engine, which tells the listener; from any thread. */
  boolean isBegun() {
    return live != null;
  }

  void connect(List<StrandOffer> peer) {
    LiveSession made = live;
    if (made != null) {
      made.connect(peer);
    }
  }

  void established(Octets token, ByteStream stream, FrameReader reader) {
    redialer = new Redialer(group, target, new Resume(key, token), this);
    link.attach(stream, reader);
  }

  /** Ends the session; the listener hears the cause. */
  void fail(String cause) {
    onLoop(made -> made.fail(cause));
  }

  private void onLoop(Consumer<LiveSession> task) {
    LiveSession made = live;
    EventLoop owner = loop;
    if (made != null && owner != null) {
      owner.offer(() -> task.accept(made));
    }
  }

  // What the redialer brings.

  void redialed(ByteStream stream, FrameReader reader) {
    link.attach(stream, reader);
  }

  /** The server, or a new one in its place, does not know the session. */
  void forgotten(String reason) {
    fail(target + " does not know this session any more (" + reason + "): its process ended");
  }

  // What the lifeline brings.

  @Override
  public void onBraidFrame(byte[] frame) {
    onLoop(made -> made.onLifelineFrame(frame));
  }

  @Override
  public void onPeerClosed(boolean orderly, String reason) {
    onLoop(made -> made.peerClosed(reason));
  }

  @Override
  public void onLost(String reason) {
    Redialer dialing = redialer;
    if (dialing != null) {
      dialing.begin();
    }
  }

  // What the session says, on the loop.

  @Override
  public void sendOnLifeline(byte[] frame) {
    link.sendBraidFrame(frame);
  }

  @Override
  public void onEnded(String cause, boolean drained) {
    link.close(drained, cause);
    group.streams().execute(() -> {
      Redialer dialing = redialer;
      if (dialing != null) {
        dialing.stop();
      }
    });
  }
}
