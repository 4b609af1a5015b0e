// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/**
 * What the acceptor's bulk data asks of the strands, which only the opener can add to: said while
 * they are full, and while there are further ones that would rest without it.
 */
final class Demand implements FrameWriter {
  /** Bytes moved so far u64, at which time of the sender's u64, flags u32, reserved u32. */
  static final int FRAME_BYTES = 24;

  private static final int TIME = Long.BYTES;
  private static final int FLAGS = 2 * Long.BYTES;
  private static final int FULL = 1;

  private final Core core;
  private final StrandSet strands;
  private final ChunkPump pump;
  private final Pressure pressure = new Pressure();
  private long toldBytes;
  private boolean full;

  Demand(Core core, StrandSet strands, ChunkPump pump) {
    this.core = core;
    this.strands = strands;
    this.pump = pump;
  }

  /**
   * What the peer has said last, and what this side knows of itself.
   *
   * @param bytes moved so far
   * @param nanos when, on whatever clock
   * @param full whether all strands were
   */
  record Said(long bytes, long nanos, boolean full) {
    static final Said NOTHING = new Said(0, Long.MIN_VALUE, false);

    static Said decode(MemorySegment memory, long offset) {
      return new Said(
          memory.get(BraidHeader.LONG, offset),
          memory.get(BraidHeader.LONG, offset + TIME),
          (memory.get(BraidHeader.INT, offset + FLAGS) & FULL) != 0);
    }

    /** The later one of two, however they overtake each other. */
    Said or(Said other) {
      return other.nanos > nanos ? other : this;
    }

    /** Bytes per second since an earlier word; 0 if there is none, or it makes no sense. */
    double rateSince(Said earlier) {
      double moved = (double) bytes - earlier.bytes;
      double elapsedNanos = (double) nanos - earlier.nanos;
      return moved > 0 && elapsedNanos > 0 ? moved * 1e9 / elapsedNanos : 0;
    }
  }

  /** Acceptor: tells it, once in a period at most. */
  int step(MessageSender sender) {
    if (core.session.opener()) {
      return 0;
    }
    pressure.note(pump.isHeldBack(), core.nowNanos);
    if (pressure.elapsedNanos() < core.config.growth().periodNanos()) {
      return 0;
    }
    full = pressure.end();
    boolean keepsStrands = strands.spares() > 0 && core.movedBytes != toldBytes;
    if (!(full || keepsStrands) || sender.send(FrameType.DEMAND, Tier.CONTROL, this) < 0) {
      return 0;
    }
    toldBytes = core.movedBytes;
    return 1;
  }

  @Override
  public int write(MemorySegment slot) {
    slot.set(BraidHeader.LONG, 0, core.movedBytes);
    slot.set(BraidHeader.LONG, TIME, core.nowNanos);
    slot.set(BraidHeader.INT, FLAGS, full ? FULL : 0);
    slot.set(BraidHeader.INT, FLAGS + Integer.BYTES, 0);
    return FRAME_BYTES;
  }
}
