// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import org.jspecify.annotations.Nullable;

/**
 * What a requester knows of each packet that it has under way: when it was sent last, whether it
 * has arrived, whether it is taken for lost.
 *
 * <p>A packet is lost if some that were <em>sent</em> later have arrived and it has not. The order
 * of sending, and not that of the sequence, also finds what was lost a second time. How many later
 * ones it takes grows when a packet turns out to have been late and not lost: routes may reorder a
 * little.
 *
 * <p>The tables are lent by the engine while something is under way: an idle queue pair has none.
 */
final class Scoreboard {
  /** Most packets under way: from the first that is not over to the latest sent. */
  static final int PACKETS = PacketTables.PACKETS;

  private static final int MASK = PacketTables.MASK;
  private static final int TICK_SHIFT = 7;
  private static final int LEAST_LATER = 3;
  private static final int MOST_LATER = 64;
  private static final int NONE = -1;

  private final Pool<PacketTables> pool;
  private final RoundTrips roundTrips;
  private @Nullable PacketTables lent;
  private int ordinal;
  private int later = LEAST_LATER;

  /** The latest sent of what the responder has. */
  private int requestOrdinal;

  /** The latest sent of what was answered by data. */
  private int responseOrdinal;

  /** Behind the last packet of which anything is known. */
  private int seenEndPsn;

  private boolean sampled;
  private int sampleOrdinal;
  private int sampleTicks;

  Scoreboard(Pool<PacketTables> pool, RoundTrips roundTrips) {
    this.pool = pool;
    this.roundTrips = roundTrips;
  }

  private PacketTables tables() {
    PacketTables now = lent;
    if (now == null) {
      throw new IllegalStateException("nothing is under way");
    }
    return now;
  }

  private PacketTables begin(int psn) {
    PacketTables now = lent;
    if (now == null) {
      now = pool.take();
      lent = now;
      later = LEAST_LATER;
      requestOrdinal = ordinal;
      responseOrdinal = ordinal;
      seenEndPsn = psn;
    }
    return now;
  }

  /** Nothing is under way: others may have the tables. */
  void rest() {
    if (lent != null) {
      lent.clear();
      pool.giveBack(lent);
      lent = null;
    }
  }

  /**
   * A packet was sent, which may be a request for several.
   *
   * @param packets that are to be answered by data, from this one on; 0 if it carries data itself
   * @param again whether they were sent before
   */
  void sent(int psn, int packets, boolean again, long nowNanos) {
    PacketTables tables = begin(psn);
    int ticks = (int) (nowNanos >> TICK_SHIFT);
    for (int at = 0; at < Math.max(1, packets); at++) {
      int each = Psn.plus(psn, at);
      tables.ordinals[each & MASK] = ++ordinal;
      tables.ticks[each & MASK] = ticks;
      if (again) {
        tables.lost.clear(each);
        tables.resent.set(each);
      }
      if (packets > 0) {
        tables.fetches.set(each);
        tables.asking.clear(each);
        tables.requests[each & MASK] = psn;
      }
    }
    if (packets > 0) {
      tables.asking.set(psn);
      tables.asked.clear(psn);
    }
  }

  /** Whether nothing is known of any packet but when it was sent. */
  boolean isPlain() {
    return lent == null || lent.isPlain();
  }

  boolean hasArrived(int psn) {
    return lent != null && lent.arrived.get(psn);
  }

  boolean isLost(int psn) {
    return lent != null && lent.lost.get(psn);
  }

  boolean fetches(int psn) {
    return tables().fetches.get(psn);
  }

  /** 64 bits of those that have arrived, from a packet on, the first one lowest. */
  long arrivedWord(int psn) {
    return lent == null ? 0 : lent.arrived.word(psn);
  }

  /** How many of the next so many packets have arrived without a gap. */
  int arrivedRun(int psn, int most) {
    return lent == null ? 0 : Psn.minus(lent.arrived.next(psn, Psn.plus(psn, most), false), psn);
  }

  /** The first lost packet of a range; its end if there is none. */
  int nextLost(int fromPsn, int endPsn) {
    return lent == null || lent.lost.isEmpty() ? endPsn : lent.lost.next(fromPsn, endPsn, true);
  }

  /** An answer is looked at: what it says is measured once. */
  void beginAnswer() {
    sampled = false;
  }

  /** The peer has a packet, or its own answer has come. */
  void arrived(int psn, long nowNanos) {
    PacketTables tables = tables();
    tables.arrived.set(psn);
    tables.lost.clear(psn);
    see(psn);
    boolean fetched = tables.fetches.get(psn);
    if (isNews(tables, psn, nowNanos, true)) {
      requestOrdinal = later(requestOrdinal, tables.ordinals[psn & MASK]);
      // The peer may repeat a part of an answer before it begins others that were asked for
      // earlier.
      if (fetched && !tables.resent.get(psn)) {
        responseOrdinal = later(responseOrdinal, tables.ordinals[psn & MASK]);
      }
    }
    int asking = fetched ? asking(tables, psn) : NONE;
    if (asking != NONE) {
      tables.asked.set(asking);
    }
  }

  /** The peer has a request, which it may be keeping until it has what is before. */
  void held(int psn) {
    PacketTables tables = tables();
    see(psn);
    if (tables.asking.get(psn) && tables.asked.set(psn)) {
      requestOrdinal = later(requestOrdinal, tables.ordinals[psn & MASK]);
    }
  }

  /**
   * The peer has executed everything up to a packet, and has answered all of it before. If any of
   * that was sent twice, the last may have waited there for it: its answer tells no time.
   *
   * @param fromPsn the first that is not over
   */
  void executed(int fromPsn, int psn, long nowNanos) {
    PacketTables tables = tables();
    see(psn);
    int end = Psn.plus(psn, 1);
    boolean atOnce = tables.resent.isEmpty() || tables.resent.next(fromPsn, end, true) == end;
    if (isNews(tables, psn, nowNanos, atOnce)) {
      requestOrdinal = later(requestOrdinal, tables.ordinals[psn & MASK]);
      responseOrdinal = later(responseOrdinal, tables.ordinals[psn & MASK]);
    }
  }

  private static int later(int one, int other) {
    return other - one > 0 ? other : one;
  }

  private void see(int psn) {
    if (Psn.minus(psn, seenEndPsn) >= 0) {
      seenEndPsn = Psn.plus(psn, 1);
    }
  }

  /**
   * Measures what was sent once: an answer to anything else tells no time (Karn). One that comes
   * too soon after the second copy is an answer to the first, which was late; it does not tell that
   * what was sent before the second one has been overtaken.
   *
   * @param atOnce whether it was answered as soon as it was there
   */
  private boolean isNews(PacketTables tables, int psn, long nowNanos, boolean atOnce) {
    int at = psn & MASK;
    if (tables.resent.get(psn)) {
      boolean late = elapsedNanos(tables.ticks[at], nowNanos) < roundTrips.minimumNanos();
      later = late ? Math.min(MOST_LATER, 2 * later) : later;
      return !late;
    }
    boolean measures = atOnce && (!tables.fetches.get(psn) || tables.asking.get(psn));
    if (measures && (!sampled || tables.ordinals[at] - sampleOrdinal > 0)) {
      sampled = true;
      sampleOrdinal = tables.ordinals[at];
      sampleTicks = tables.ticks[at];
    }
    return true;
  }

  private static long elapsedNanos(int ticks, long nowNanos) {
    return Integer.toUnsignedLong((int) (nowNanos >> TICK_SHIFT) - ticks) << TICK_SHIFT;
  }

  /** How long the latest sent of what was answered now took; 0 if nothing was measured. */
  long sampleNanos(long nowNanos) {
    return sampled ? Math.max(1, elapsedNanos(sampleTicks, nowNanos)) : 0;
  }

  /**
   * The first packet from one on that is lost by what is known now, and was not taken for it
   * before; {@link #seenEndPsn} if there is none.
   */
  int nextOvertaken(int fromPsn) {
    PacketTables tables = lent;
    int psn = fromPsn;
    while (tables != null && Psn.minus(psn, seenEndPsn) < 0) {
      psn = tables.arrived.next(psn, seenEndPsn, false);
      if (psn == seenEndPsn || (!tables.lost.get(psn) && isOvertaken(tables, psn))) {
        return psn;
      }
      psn = Psn.plus(psn, 1);
    }
    return seenEndPsn;
  }

  int seenEndPsn() {
    return seenEndPsn;
  }

  private boolean isOvertaken(PacketTables tables, int psn) {
    if (!tables.fetches.get(psn)) {
      return requestOrdinal - tables.ordinals[psn & MASK] >= later;
    }
    if (responseOrdinal - tables.ordinals[psn & MASK] >= later) {
      return true;
    }
    return !isAsked(psn) && requestOrdinal - tables.ordinals[asking(tables, psn) & MASK] >= later;
  }

  /** Whether a packet carries data itself, or the peer is known to have the request for it. */
  boolean isAsked(int psn) {
    PacketTables tables = tables();
    int asking = tables.fetches.get(psn) ? asking(tables, psn) : NONE;
    return asking == NONE || tables.asked.get(asking);
  }

  /** The request that asked for a packet; {@link #NONE} if its own packet is over. */
  private static int asking(PacketTables tables, int psn) {
    int request = tables.requests[psn & MASK];
    boolean awaited = tables.asking.get(request) && tables.requests[request & MASK] == request;
    return awaited ? request : NONE;
  }

  /** Whether a READ request was sent that begins with this packet. */
  boolean asksFrom(int psn) {
    return lent != null && lent.asking.get(psn);
  }

  /** A packet is taken for lost. */
  void lose(int psn) {
    tables().lost.set(psn);
  }

  /** A packet that has arrived is sent again, since nobody has said that it was executed. */
  void doubt(int psn) {
    tables().arrived.clear(psn);
    tables().lost.set(psn);
  }

  /** The last packet before an end that has not arrived; the one before the range if all have. */
  int lastMissing(int fromPsn, int endPsn) {
    int psn = Psn.plus(endPsn, -1);
    while (Psn.minus(psn, fromPsn) >= 0 && hasArrived(psn)) {
      psn = Psn.plus(psn, -1);
    }
    return psn;
  }

  /** The same of what carries data itself, or whose request the peer is known to have. */
  int lastMissingOfAsked(int fromPsn, int endPsn) {
    int psn = lastMissing(fromPsn, endPsn);
    while (Psn.minus(psn, fromPsn) >= 0 && !isAsked(psn)) {
      psn = lastMissing(fromPsn, psn);
    }
    return psn;
  }

  /** Packets are over. */
  void passed(int psn, int packets) {
    PacketTables tables = tables();
    for (int at = 0; at < packets && !tables.isPlain(); at++) {
      tables.clear(Psn.plus(psn, at));
    }
  }
}
