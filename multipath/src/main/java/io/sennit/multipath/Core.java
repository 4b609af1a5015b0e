// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Capabilities;
import io.sennit.verbs.ProtectionDomain;

/** What all parts of one braid share. */
final class Core {
  final BraidConfig config;
  final BraidSession session;
  final ProtectionDomain domain;
  final BraidListener listener;
  final LeaseRules rules;
  final Capabilities capabilities;
  final Counters counters = new Counters();
  final Failure failure = new Failure();
  final Journal journal;
  final PathLog log;
  final PortTable ports;

  /**
   * Own time of the current, or last, poll: it stands still while the poll loop is stopped, so that
   * nobody is blamed for what came meanwhile and was not seen.
   */
  long nowNanos;

  /** Time that was lost so; add it to an own time to get the caller's. */
  long lostNanos;

  /** Bytes of chunks that own transfers have moved, to the peer or from it. */
  long movedBytes;

  /** Inside a poll: {@link #nowNanos} is now. */
  boolean polling;

  /** Something of the peer's was seen in this poll. */
  boolean heard;

  /** Everything has been released: too late for anything new. */
  boolean over;

  /** Something was asked for since the last poll. */
  boolean dirty;

  Core(
      BraidConfig config,
      BraidSession session,
      ProtectionDomain domain,
      BraidListener listener,
      LeaseRules rules) {
    this.config = config;
    this.session = session;
    this.domain = domain;
    this.listener = listener;
    this.rules = rules;
    capabilities = domain.capabilities();
    journal = Journal.of(session);
    log = new PathLog(session);
    ports = new PortTable(domain);
  }

  PathTuning tuning() {
    return config.paths();
  }

  /** Whether this loop was there most of the time since then, so that what it measured is true. */
  boolean measured(long sinceNanos, long lostBefore) {
    return lostNanos - lostBefore <= nowNanos - sinceNanos;
  }

  /** Outstanding work requests of one strand: all messages collapsed onto it, and its chunks. */
  int sendDepth() {
    return Math.min(capabilities.maxSendDepth(), config.sendSlots() + config.chunksInFlight());
  }
}
