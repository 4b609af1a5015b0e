// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of a session with its lifeline, which the client dials again when it is lost.
 * {@link #begin} and {@link #connect} belong to the loop, {@link #fail} and {@link #session} are
 * safe from any thread, the rest belongs to the streams' thread.
 */
final class ServerSession implements LiveSession.Surroundings, LifelineLink.Listener {
  private final SessionKey key;
  private final Octets token;
  private final Runnable onEnded;
  private final LifelineLink link;
  private volatile @Nullable LiveSession live;
  private volatile @Nullable EventLoop loop;
  private volatile boolean ended;

  /** @param onEnded run once, on the loop, when the session has ended */
  ServerSession(Welcome welcome, StreamHost host, long heartbeatNanos, Runnable onEnded) {
    key = welcome.key();
    token = welcome.token();
    this.onEnded = onEnded;
    link = new LifelineLink(host, key, heartbeatNanos, this);
  }

  SessionKey key() {
    return key;
  }

  /** Whether a RESUME shows what only the session's client knows. */
  boolean admits(Resume resume) {
    return key.equals(resume.key()) && token.equals(resume.token());
  }

  /** Makes the braid and the engine; takes the domain over, also if it throws. */
  List<StrandOffer> begin(SessionParts parts, SessionInfo info, List<Path> paths) {
    LiveSession made = new LiveSession(parts, info, key, this);
    loop = parts.provider().loop();
    live = made;
    return made.offerOrFail(paths);
  }

  void connect(List<StrandOffer> peer) {
    LiveSession made = live;
    if (made != null) {
      made.connect(peer);
    }
  }

  /** Uses a stream as the lifeline from now on. */
  void attach(ByteStream stream, FrameReader reader) {
    link.attach(stream, reader);
  }

  /** Whether it has ended already. */
  boolean hasEnded() {
    return ended;
  }

  void fail(String cause) {
    onLoop(made -> made.fail(cause));
  }

  Optional<Session> session() {
    return Optional.ofNullable(live).map(LiveSession::session);
  }

  private void onLoop(Consumer<LiveSession> task) {
    LiveSession made = live;
    EventLoop owner = loop;
    if (made != null && owner != null) {
      owner.offer(() -> task.accept(made));
    }
  }

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
    // The client dials again; only the strands, or proof, can say that it is gone.
  }

  @Override
  public void sendOnLifeline(byte[] frame) {
    link.sendBraidFrame(frame);
  }

  @Override
  public void onEnded(String cause, boolean drained) {
    ended = true;
    link.close(drained, cause);
    onEnded.run();
  }
}
