// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;

/**
 * The end of a session, in this order: stop posting, ERROR, tell the user, drain, destroy, release,
 * give the memory back, close. Never blocks, never skips a step on a timer: memory that a peer may
 * still touch stays where it is.
 */
final class Teardown {
  private enum Phase {
    RUNNING,
    DESTROYING,
    DEREGISTERING,
    CLOSING,
    CLOSED
  }

  private static final int MOST_BEGINS = 100;

  private final Core core;
  private final StrandSet strands;
  private final Fencing fencing;
  private final Transfers transfers;
  private final LeaseTable leases;
  private final MemoryRegion[] regions;
  private Phase phase = Phase.RUNNING;
  private int begins;
  private int deregistered;
  private long againNanos;
  private long pauseNanos;

  Teardown(Core core, Dispatcher.Control control, Transfers transfers, MemoryRegion... regions) {
    this.core = core;
    strands = control.strands();
    fencing = control.fencing();
    leases = control.leases();
    this.transfers = transfers;
    this.regions = regions.clone();
  }

  boolean closed() {
    return phase == Phase.CLOSED;
  }

  long nextTimerNanos() {
    return closed() ? Long.MAX_VALUE : againNanos;
  }

  /** Goes on as far as it can now. */
  int step() {
    Phase before = phase;
    switch (phase) {
      case RUNNING -> begin();
      case DESTROYING -> destroy();
      case DEREGISTERING -> deregister();
      case CLOSING -> close();
      case CLOSED -> {}
    }
    // What is waited for may be an application that still holds memory: ever less often.
    pauseNanos = phase == before ? Math.min(2 * pauseNanos, longestPause()) : 0;
    pauseNanos = Math.max(pauseNanos, core.config.retryNanos());
    againNanos = core.nowNanos + pauseNanos;
    return phase == before ? 0 : 1;
  }

  private long longestPause() {
    return 100 * core.config.retryNanos();
  }

  /** What throws, for want of memory perhaps, is begun again; not for ever. */
  private void begin() {
    begins++;
    phase = begins == MOST_BEGINS ? Phase.DESTROYING : Phase.RUNNING;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null) {
        strands.lose(strand, "the session failed");
      }
    }
    try {
      core.listener.onFailed(core.failure.cause(), core.domain.peerGone());
    } finally {
      transfers.failAll(core.failure.cause());
    }
    phase = Phase.DESTROYING;
  }

  private void destroy() {
    boolean all = true;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && !strand.destroyed) {
        fencing.destroy(strand);
        all &= strand.destroyed;
      }
    }
    if (all) {
      core.over = true;
      transfers.releaseAll();
      leases.endAll();
      phase = Phase.DEREGISTERING;
    }
  }

  private void deregister() {
    while (deregistered < regions.length && regions[deregistered].deregister()) {
      deregistered++;
    }
    if (deregistered == regions.length) {
      phase = Phase.CLOSING;
    }
  }

  private void close() {
    if (core.domain.close()) {
      phase = Phase.CLOSED;
      core.listener.onClosed();
    }
  }
}
