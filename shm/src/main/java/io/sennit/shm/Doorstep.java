// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Clock;
import io.sennit.shm.os.LocalListener;
import io.sennit.shm.os.LocalPoll;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.verbs.RendezvousException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Peers that have come to the local socket and said nothing yet, in the order in which they came. A
 * peer speaks as soon as it is there, so those that wait the longest are the ones to do without.
 * Confined to the rendezvous thread.
 */
final class Doorstep implements AutoCloseable {
  /** For reading what is there already; bounds a peer that the kernel was wrong about. */
  static final long SAID_NANOS = 1_000_000;

  /** When one more comes, the one that waits the longest goes. */
  static final int MOST_SILENT = 64;

  /** Until another try to accept after one that failed, for want of files perhaps. */
  private static final long ACCEPT_AGAIN_NANOS = 250_000_000;

  private static final long IDLE_NANOS = 60_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(Doorstep.class);

  private final LocalListener listener;
  private final Clock clock;
  private final long helloNanos;
  private final Consumer<LocalSocket> greeter;
  private final LocalPoll poll = new LocalPoll(MOST_SILENT);
  private final List<LocalSocket> silent = new ArrayList<>();

  /** Deadlines, in the order of {@code silent}. */
  private final long[] deadlines = new long[MOST_SILENT];

  private boolean pausing;
  private long acceptNanos;

  /**
   * @param helloNanos how long a peer may say nothing
   * @param greeter takes over each socket that has something to say; must not wait for it
   */
  Doorstep(LocalListener listener, Clock clock, long helloNanos, Consumer<LocalSocket> greeter) {
    this.listener = listener;
    this.clock = clock;
    this.helloNanos = helloNanos;
    this.greeter = greeter;
  }

  /** Waits for somebody to come or to speak; whoever spoke is served before one more comes in. */
  void turn() {
    long now = clock.nanoTime();
    pausing = pausing && acceptNanos - now > 0;
    poll.await(listener, !pausing, silent, waitNanos(now));
    boolean comes = poll.hasPeer();
    greetThoseWhoSpoke();
    hangUpOnTheLate(clock.nanoTime());
    if (comes) {
      admit();
    }
  }

  private long waitNanos(long now) {
    long least = pausing ? acceptNanos - now : IDLE_NANOS;
    return silent.isEmpty() ? least : Math.max(0, Math.min(least, deadlines[0] - now));
  }

  private void greetThoseWhoSpoke() {
    // From behind, so that those in front keep the places that the poll knows.
    for (int i = silent.size() - 1; i >= 0; i--) {
      if (poll.isReadable(i)) {
        greeter.accept(leave(i));
      }
    }
  }

  private void hangUpOnTheLate(long now) {
    while (!silent.isEmpty() && deadlines[0] - now <= 0) {
      leave(0).close();
      LOG.debug("A peer was hung up on: it said nothing in time");
    }
  }

  private void admit() {
    try {
      LocalSocket socket = listener.accept();
      boolean kept = false;
      try {
        kept = isOurs(socket) && keep(socket);
      } finally {
        if (!kept) {
          socket.close();
        }
      }
    } catch (OsException e) {
      LOG.debug("Not accepted: {}", e.getMessage());
      pausing = true;
      acceptNanos = clock.nanoTime() + ACCEPT_AGAIN_NANOS;
    }
  }

  /** True: it is waited for. */
  private boolean keep(LocalSocket socket) {
    makeRoom();
    silent.add(socket);
    deadlines[silent.size() - 1] = clock.nanoTime() + helloNanos;
    return true;
  }

  private static boolean isOurs(LocalSocket socket) {
    try {
      Greeting.checkUser(socket.peerUserId());
      return true;
    } catch (OsException | RendezvousException e) {
      LOG.debug("A peer was turned away: {}", e.getMessage());
      return false;
    }
  }

  private void makeRoom() {
    if (silent.size() == MOST_SILENT) {
      leave(0).close();
      LOG.debug("A peer was hung up on: {} say nothing, the bound", MOST_SILENT);
    }
  }

  private LocalSocket leave(int place) {
    LocalSocket left = silent.remove(place);
    System.arraycopy(deadlines, place + 1, deadlines, place, silent.size() - place);
    return left;
  }

  @Override
  public void close() {
    silent.forEach(LocalSocket::close);
    poll.close();
  }
}
