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

  /** Time of the current, or last, poll. */
  long nowNanos;

  /** False while the poll loop was away: what was measured meanwhile is not the path's doing. */
  boolean sampling = true;

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
  }

  /** Outstanding work requests of one strand: all messages collapsed onto it, and its chunks. */
  int sendDepth() {
    return Math.min(capabilities.maxSendDepth(), config.sendSlots() + config.chunksInFlight());
  }
}
