// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;

/**
 * What an answer frees: packets that it names do not count as under way any more, and their bytes
 * as answered, once each.
 */
final class Settlement {
  private final SendQueue queue;
  private final InFlight inFlight;
  private final Scoreboard scoreboard;
  private long bytes;

  Settlement(Requester.Parts parts) {
    queue = parts.queue();
    inFlight = parts.inFlight();
    scoreboard = parts.scoreboard();
  }

  /** An answer is looked at. */
  void begin() {
    bytes = 0;
  }

  /** Bytes answered since it began. */
  long bytes() {
    return bytes;
  }

  /** Packets of a request are answered. */
  void add(SendEntry entry, int from, int packets) {
    int waiting = Psn.minus(queue.nextPsn(), Psn.plus(entry.firstPsn, from));
    if (scoreboard.isPlain()) {
      add(entry, from, Math.clamp(waiting, 0, packets), packets);
      return;
    }
    for (int index = from; index < from + packets; index++) {
      int psn = Psn.plus(entry.firstPsn, index);
      if (!scoreboard.hasArrived(psn)) {
        boolean counted = index - from < waiting && !scoreboard.isLost(psn);
        add(entry, index, counted ? 1 : 0, 1);
      }
    }
  }

  /** @param counted so many of them still counted as under way */
  private void add(SendEntry entry, int from, int counted, int packets) {
    if (counted > 0) {
      inFlight.answered(entry.opcode, entry.costBytes(from, from + counted));
    }
    bytes += entry.costBytes(from, from + packets);
  }
}
