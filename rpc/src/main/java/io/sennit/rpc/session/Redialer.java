// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dials a lost lifeline again, over every address of the server, with pauses that double, for as
 * long as the session lives. Belongs to the streams' thread.
 */
final class Redialer
    implements SessionEnd.Side, Dialer.Outcome, StreamHandler, ClientResume.Actions {
  private static final Logger LOG = LoggerFactory.getLogger(Redialer.class);
  private static final long FIRST_PAUSE_NANOS = 100_000_000;
  private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;
  private static final long ATTEMPT_NANOS = 4_000_000_000L;

  private final LoopGroup group;
  private final StreamHost host;
  private final Target.HostPort target;
  private final SocketAddress home;
  private final SessionEnd session;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private boolean trying;
  private boolean stopped;
  private @Nullable Dialer dialer;
  private @Nullable ByteStream stream;
  private @Nullable ClientResume machine;
  private StreamHost.@Nullable Handle timer;

  /**
   * @param target may have several addresses, and several servers behind them
   * @param home where the session was opened: only who answers there can say that it is over
   */
  Redialer(LoopGroup group, Target.HostPort target, SocketAddress home, SessionEnd session) {
    this.group = group;
    host = group.streams();
    this.target = target;
    this.home = home;
    this.session = session;
  }

  @Override
  public void onLifelineLost() {
    if (!trying && !stopped) {
      trying = true;
      pauseNanos = FIRST_PAUSE_NANOS;
      attempt();
    }
  }

  @Override
  public void onEnded() {
    host.execute(this::stop);
  }

  private void stop() {
    stopped = true;
    endAttempt();
  }

  private void attempt() {
    if (!stopped) {
      long deadlineNanos = host.clock().nanoTime() + ATTEMPT_NANOS;
      timer = host.at(deadlineNanos, () -> onFailed("no answer in time"));
      dialer = Dialer.dial(group, target, deadlineNanos, this);
    }
  }

  @Override
  public void onConnected(ByteStream connected) {
    dialer = null;
    stream = connected;
    ClientResume fresh = new ClientResume(session.resume(), this);
    machine = fresh;
    connected.handler(this);
    fresh.start();
  }

  @Override
  public void onFailed(BootstrapFailure failure) {
    onFailed(failure.message());
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    ClientResume current = machine;
    if (current != null) {
      current.onBytes(bytes);
    }
  }

  @Override
  public void onEnd(String reason) {
    ClientResume current = machine;
    if (current != null) {
      current.fail("the connection ended");
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
  public void onResumed(FrameReader reader) {
    ByteStream won = stream;
    stream = null;
    endAttempt();
    trying = false;
    if (won != null) {
      session.attach(won, reader);
    }
  }

  @Override
  public void onUnknown(String reason) {
    ByteStream current = stream;
    if (current != null && !current.remoteAddress().equals(home)) {
      onFailed(current.remoteAddress() + " is another server, or cannot tell (" + reason + ")");
      return;
    }
    stop();
    session.fail(
        target + " does not know this session any more (" + reason + "): its process ended");
  }

  @Override
  public void onFailed(String reason) {
    LOG.debug("the lifeline to {} could not be dialed again: {}", target, reason);
    endAttempt();
    if (!stopped) {
      timer = host.at(host.clock().nanoTime() + pauseNanos, this::attempt);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }
  }

  private void endAttempt() {
    StreamHost.Handle running = timer;
    Dialer dialing = dialer;
    ByteStream open = stream;
    timer = null;
    dialer = null;
    stream = null;
    machine = null;
    if (running != null) {
      running.cancel();
    }
    if (dialing != null) {
      dialing.cancel();
    }
    if (open != null) {
      open.close();
    }
  }
}
