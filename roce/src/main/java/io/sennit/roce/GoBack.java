// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** When a requester is sent back to the first packet that is missing: not for each report of it. */
final class GoBack {
  /**
   * How often reports of a gap send everything again from the same place; then only the timer does.
   * A peer whose answer never fits would else be sent all of it every round trip.
   */
  private static final int MOST_TIMES = 16;

  private final Requester requester;
  private final SendQueue queue;
  private final InFlight inFlight;
  private final RoundTrips roundTrips;
  private final CongestionControl congestion;
  private boolean went;
  private int times;
  private int wentTo;
  private long wentNanos;

  GoBack(Requester requester, Requester.Parts parts, InFlight.Limits limits) {
    this.requester = requester;
    queue = parts.queue();
    inFlight = parts.inFlight();
    roundTrips = limits.roundTrips();
    congestion = limits.congestion();
  }

  /** Whether it went back to where everything is awaited from now, before. */
  boolean hasGone() {
    return went && wentTo == queue.unacknowledgedPsn();
  }

  /** Something is missing. */
  void go(long nowNanos) {
    boolean again = hasGone();
    if (again && (times == MOST_TIMES || nowNanos - wentNanos <= roundTrips.smoothedNanos())) {
      return;
    }
    times = again ? times + 1 : 0;
    went = true;
    wentTo = queue.unacknowledgedPsn();
    wentNanos = nowNanos;
    congestion.lost(inFlight.bytes(), nowNanos);
    if (again) {
      requester.rewindWithoutProgress();
    } else {
      requester.rewind();
    }
  }
}
