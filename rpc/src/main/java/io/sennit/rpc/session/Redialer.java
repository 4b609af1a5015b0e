// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dials a lost lifeline again, over all ways to the server, with pauses that double, for as long as
 * the session lives. Belongs to the streams' thread.
 */
final class Redialer implements SessionEnd.Side, Dialer.Course {
  private static final Logger LOG = LoggerFactory.getLogger(Redialer.class);
  private static final long FIRST_PAUSE_NANOS = 100_000_000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000_000L;

  /** Bounds the first dial; each later dial may take longer, and resolves the names again. */
  private static final long FIRST_DIAL_NANOS = 500_000_000;

  private static final long LONGEST_DIAL_NANOS = 4_000_000_000L;

  /** Shorter than for a first dial: calls of a live session may be waiting. */
  private static final long ATTEMPT_DELAY_NANOS = 100_000_000;

  private final LoopGroup group;
  private final StreamHost host;
  private final List<Target.HostPort> names;
  private final DialConfig config;
  private final SocketAddress home;
  private final SessionEnd session;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long dialNanos = FIRST_DIAL_NANOS;
  private boolean trying;
  private boolean stopped;
  private @Nullable Dialer dialer;
  private StreamHost.@Nullable Handle timer;

  /**
   * @param names may have several addresses, and several servers behind them
   * @param home where the session was opened: only who answers there can say that it is over
   */
  Redialer(
      LoopGroup group,
      List<Target.HostPort> names,
      DialConfig config,
      SocketAddress home,
      SessionEnd session) {
    this.group = group;
    host = group.streams();
    this.names = names;
    this.config = new DialConfig(
        Math.min(config.attemptDelayNanos(), ATTEMPT_DELAY_NANOS), config.mostAttempts());
    this.home = home;
    this.session = session;
  }

  @Override
  public void onLifelineLost() {
    if (!trying && !stopped) {
      begin();
    }
  }

  private void begin() {
    trying = true;
    pauseNanos = FIRST_PAUSE_NANOS;
    dialNanos = FIRST_DIAL_NANOS;
    boolean dialing = false;
    try {
      dial();
      dialing = true;
    } finally {
      trying &= dialing; // Else the next doubt begins again.
    }
  }

  @Override
  public boolean dials() {
    return true;
  }

  /**
   * Dials at once, beside the lifeline that there may be; afresh only from other addresses, since a
   * dial takes its time to come to the way that works.
   */
  @Override
  public void onLifelineDoubtful(Doubt doubt) {
    if (stopped) {
      return;
    }
    if (!trying || doubt == Doubt.OTHER_ADDRESSES) {
      endDial("this host has other addresses");
      begin();
    } else if (doubt == Doubt.OTHER_PORTS && dialer == null) {
      endDial("a port of this host has changed");
      dial();
    }
  }

  @Override
  public void onLifelineHeardAgain() {
    if (trying) {
      trying = false;
      endDial("the lifeline is heard again");
    }
  }

  @Override
  public void onEnded() {
    host.execute(() -> stop("the session has ended"));
  }

  private void stop(String why) {
    stopped = true;
    endDial(why);
  }

  private void dial() {
    if (!stopped) {
      Dialer dialing = Dialer.dial(group, ways(), config, this);
      dialer = dialing;
      timer = host.at(host.clock().nanoTime() + dialNanos, dialing::late);
    }
  }

  /** By its names, which may have other addresses now, and to where its ports are. */
  private List<Target.HostPort> ways() {
    List<Target.HostPort> ways = new ArrayList<>(names);
    if (home instanceof InetSocketAddress internet) {
      for (InetAddress address : session.peerAddresses()) {
        ways.add(new Target.HostPort(address.getHostAddress(), internet.getPort()));
      }
    }
    return ways.stream().distinct().toList();
  }

  @Override
  public Attempt.Runner onConnected(ByteStream stream, Attempt attempt) {
    ResumeAttempt begun = new ResumeAttempt(this, stream, attempt);
    begun.start();
    return begun;
  }

  @Override
  public void onFailed(BootstrapFailure failure) {
    LOG.debug("the lifeline to {} could not be dialed again: {}", names, failure.message());
    endDial(failure.message());
    if (!stopped) {
      timer = host.at(host.clock().nanoTime() + pauseNanos, this::dial);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      dialNanos = Math.min(dialNanos * 3 / 2, LONGEST_DIAL_NANOS);
    }
  }

  private void endDial(String why) {
    StreamHost.Handle running = timer;
    Dialer dialing = dialer;
    timer = null;
    dialer = null;
    if (running != null) {
      running.cancel();
    }
    if (dialing != null) {
      dialing.cancel(why);
    }
  }

  // Told by its attempts.

  /** Runs a task after that time. */
  void later(long nanos, Runnable task) {
    host.at(host.clock().nanoTime() + nanos, task);
  }

  Resume resume() {
    return session.resume();
  }

  void onResumed(ByteStream stream, FrameReader reader) {
    endDial("another way was faster");
    trying = false;
    session.attach(stream, reader);
  }

  /** Whether whoever answers there can say that the session is over. */
  boolean isHome(SocketAddress address) {
    return address.equals(home);
  }

  void onUnknown(String reason) {
    stop(reason);
    session.fail(names.getFirst() + " does not know this session any more (" + reason
        + "): its process ended");
  }
}
