// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One side's end of a session: what lives on the loop, and the lifeline beside it. {@link #begin}
 * and {@link #connect} belong to the loop, {@link #attach} to the streams' thread, the rest is safe
 * from any thread.
 */
final class SessionEnd implements LiveSession.Outside, LifelineLink.Listener {
  /** What the sides do differently. */
  interface Side {
    /** There is no lifeline now, a hint that the peer may be gone; on the streams' thread. */
    default void onLifelineLost() {
      // Only the strands, or proof, can say that it is.
    }

    /** Whether it is this side that dials a lifeline. */
    default boolean dials() {
      return false;
    }

    /** The lifeline may be of no use any more; on the streams' thread. */
    default void onLifelineDoubtful(Doubt doubt) {
      // Whoever dials finds another way.
    }

    /** The lifeline that was doubtful works all the same; on the streams' thread. */
    default void onLifelineHeardAgain() {
      // Nothing was done about it.
    }

    /** The session has ended; once; on the loop. */
    void onEnded();
  }

  private final Resume resume;
  private final LifelineLink link;
  private final AtomicReference<@Nullable Place> place;
  private Side side = () -> {};
  private Runnable onHeard = () -> {};
  private volatile @Nullable LiveSession live;
  private volatile @Nullable SessionLoop loop;
  private volatile List<InetAddress> peerAddresses = List.of();
  private volatile boolean ended;

  /**
   * Without a session yet.
   *
   * @param resume by which the client asks for a new lifeline
   * @param place let go when nothing of the session is left, or before by {@link #letGoOfPlace}
   */
  SessionEnd(Resume resume, StreamHost host, long heartbeatNanos, Place place) {
    this.resume = resume;
    this.place = new AtomicReference<>(place);
    link = new LifelineLink(host, resume.key(), heartbeatNanos, this);
  }

  /** Who hears; before {@link #begin}. */
  void side(Side hears) {
    side = hears;
  }

  /** Run once, on the streams' thread, when the peer has shown that the session is up there. */
  void onHeard(Runnable task) {
    onHeard = task;
  }

  /** The peer has shown that the session is up there; on the streams' thread. */
  void heard() {
    Runnable task = onHeard;
    onHeard = () -> {};
    task.run();
  }

  Resume resume() {
    return resume;
  }

  /** The bootstrap is over, and the session has come up: it counts as one from now on. */
  void letGoOfPlace() {
    Place held = place.getAndSet(null);
    if (held != null) {
      held.letGo();
    }
  }

  /** Makes the braid and the engine; takes domain and memory over, also if it throws. */
  List<StrandOffer> begin(SessionParts parts, SessionInfo info, List<Path> paths) {
    LiveSession made = LiveSession.make(parts, info, resume.key(), this);
    loop = parts.provider().loop();
    live = made;
    return made.offerOrFail(parts, paths);
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
    onLoop(LiveSession::onLifelineRenewed);
  }

  /** Where the peer's ports are, as it says. */
  List<InetAddress> peerAddresses() {
    return peerAddresses;
  }

  /** The application's view; empty unless there is an engine, which tells the listener. */
  Optional<Session> session() {
    return Optional.ofNullable(live).map(LiveSession::session);
  }

  boolean hasEnded() {
    return ended;
  }

  /** Ends the session; the listener hears the cause. */
  void fail(String cause) {
    onLoop(made -> made.fail(cause));
  }

  private void onLoop(Consumer<LiveSession> task) {
    LiveSession made = live;
    SessionLoop owner = loop;
    if (made != null && owner != null) {
      owner.offer(() -> made.attempt(task));
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
    side.onLifelineLost();
  }

  @Override
  public void onDoubtful(Doubt doubt) {
    side.onLifelineDoubtful(doubt);
  }

  @Override
  public void onHeardAgain() {
    side.onLifelineHeardAgain();
  }

  @Override
  public void sendOnLifeline(byte[] frame) {
    link.sendBraidFrame(frame);
  }

  @Override
  public void onNothingCarried() {
    link.check();
  }

  @Override
  public void onOwnPorts(boolean readdressed) {
    if (side.dials()) {
      link.onOwnPorts(readdressed);
    } else {
      link.check();
    }
  }

  @Override
  public void onPeerPorts(List<InetAddress> addresses) {
    peerAddresses = addresses;
  }

  @Override
  public void onEnded(String cause, boolean drained) {
    ended = true;
    link.close(drained, cause);
    side.onEnded();
  }

  @Override
  public void onClosed() {
    letGoOfPlace();
  }
}
