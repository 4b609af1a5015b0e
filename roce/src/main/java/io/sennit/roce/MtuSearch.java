// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;

/**
 * Searches for the longest packets that get to the peer, by probes that it answers (RFC 8899). Each
 * round sends the size that is hoped for, later also smaller ones, and right behind them a packet
 * as short as it can be: a size is too long if it was lost in several rounds whose short packet was
 * answered. A round of which nothing was answered says nothing.
 */
final class MtuSearch {
  /** The size of the short packet that ends each round. */
  static final int SHORT = 0;

  /**
   * Sizes that are tried: those of IBTA, and what is left of usual links and of tunnels in them.
   * 1408 is Ethernet, 1344 VXLAN, GRE or IPsec in it, 1280 WireGuard, 1152 the least of IPv6.
   */
  private static final int[] USUAL = {8192, 4096, 2048, 1408, 1344, 1280, 1152, 1024, 512, 256};

  private static final int LEAST = USUAL[USUAL.length - 1];

  private final PathMtuTuning tuning;
  private final int[] sizes = new int[USUAL.length + 2];

  /** Of the round: sizes, how many of them were sent, number of its first probe. */
  private int count;

  private int sent;
  private int roundSerial;

  /** Of the whole search. */
  private int firstSerial;

  private int serial;
  private int top;
  private int above;
  private int best;
  private int rounds;
  private int silences;
  private boolean running;
  private boolean gaveUp;
  private boolean hastened;
  private long sentNanos;
  private long answeredNanos = Engine.NO_TIMER;

  MtuSearch(PathMtuTuning tuning) {
    this.tuning = tuning;
  }

  /** @param firstSerial number of the next probe, which nobody can guess */
  void number(int firstSerial) {
    serial = firstSerial;
  }

  /**
   * Begins, whatever was going on.
   *
   * @param newTop the size that is hoped for; {@link #SHORT} only says something, until it is heard
   * @param newAbove sizes up to this one are of no interest
   */
  void begin(int newTop, int newAbove) {
    top = newTop;
    above = newAbove;
    best = 0;
    rounds = 0;
    silences = 0;
    running = true;
    gaveUp = false;
    hastened = false;
    firstSerial = serial;
    beginRound();
  }

  private void beginRound() {
    count = 0;
    sent = 0;
    answeredNanos = Engine.NO_TIMER;
    roundSerial = serial;
    if (top != SHORT) {
      sizes[count++] = top;
    }
    for (int size : USUAL) {
      if (rounds > 0 && size < top && size > Math.max(above, best)) {
        sizes[count++] = size;
      }
    }
    sizes[count++] = SHORT;
  }

  void stop() {
    running = false;
  }

  boolean isRunning() {
    return running;
  }

  /** Whether it ended without any answer, so that nothing is known. */
  boolean gaveUp() {
    return gaveUp;
  }

  /** The size that was hoped for. */
  int top() {
    return top;
  }

  /** The longest that was answered; 0 if none was. */
  int best() {
    return best;
  }

  /** What is left if nothing longer passes. */
  static int least() {
    return LEAST;
  }

  /** Whether there is a probe to be sent now. */
  boolean hasProbe() {
    return running && sent < count;
  }

  /** Its size. */
  int probeBytes() {
    return sizes[sent];
  }

  /** Its number. */
  int probeSerial() {
    return serial;
  }

  /** It was sent. */
  void sent(long nowNanos) {
    sent++;
    serial = Psn.plus(serial, 1);
    sentNanos = nowNanos;
  }

  /**
   * A probe was answered.
   *
   * @return false if there is no such probe
   */
  boolean answered(int answeredSerial, int bytes, long nowNanos) {
    boolean known = running
        && bytes <= top
        && Psn.minus(answeredSerial, firstSerial) >= 0
        && Psn.minus(answeredSerial, serial) < 0;
    if (!known) {
      return false;
    }
    best = Math.max(best, bytes);
    boolean ofRound = Psn.minus(answeredSerial, roundSerial) >= 0;
    if (bytes == SHORT && ofRound && answeredNanos == Engine.NO_TIMER) {
      answeredNanos = nowNanos;
      silences = 0;
    }
    running = bytes != top;
    return true;
  }

  /**
   * The peer is there: what was sent before may have met a half that was not connected yet, and is
   * sent again at once; once in a search.
   */
  void hasten() {
    if (running && !hastened && !hasProbe() && answeredNanos == Engine.NO_TIMER) {
      hastened = true;
      beginRound();
    }
  }

  /** Something of this size has got to the peer since it began, though it was no probe. */
  void passed(int bytes) {
    if (running && bytes <= top) {
      best = Math.max(best, bytes);
      running = bytes != top;
    }
  }

  /** When it has to be looked at again. */
  long deadlineNanos() {
    if (!running || hasProbe()) {
      return Engine.NO_TIMER;
    }
    return answeredNanos == Engine.NO_TIMER
        ? sentNanos + silenceNanos()
        : answeredNanos + (tuning.slackNanos() << rounds);
  }

  private long silenceNanos() {
    long doubled = tuning.leastSilenceNanos() << Math.min(silences, Byte.SIZE);
    return Math.min(doubled, tuning.mostSilenceNanos());
  }

  /**
   * Goes on, or ends, if its time has come.
   *
   * @param patient whether it goes on for twice as long as usual while nothing is answered
   */
  void timers(boolean patient, long nowNanos) {
    long deadlineNanos = deadlineNanos();
    if (deadlineNanos == Engine.NO_TIMER || nowNanos - deadlineNanos < 0) {
      return;
    }
    if (answeredNanos != Engine.NO_TIMER) {
      running = ++rounds < tuning.rounds();
    } else {
      int most = patient ? 2 * tuning.mostSilences() : tuning.mostSilences();
      gaveUp = ++silences >= most;
      running = !gaveUp;
    }
    if (running) {
      beginRound();
    }
  }
}
