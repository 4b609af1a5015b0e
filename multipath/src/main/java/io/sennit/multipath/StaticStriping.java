// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * As many chunks for each strand that lives: the next chunk waits for the strand whose turn it is,
 * however slow that one is. Messages take any, since they cannot wait.
 */
final class StaticStriping implements Scheduler {
  private final StrandSet strands;
  private final Room room;
  private final Scheduler messages;
  private int latest;

  StaticStriping(StrandSet strands, Room room) {
    this.strands = strands;
    this.room = room;
    messages = new RoundRobin(strands, room);
  }

  @Override
  public @Nullable Strand choose(Work work, long behindBytes) {
    if (!(work instanceof Chunk)) {
      return messages.choose(work, behindBytes);
    }
    int size = strands.size();
    for (int i = 1; i <= size; i++) {
      int turn = (latest + i) % size;
      Strand strand = strands.path(turn).strand;
      if (strand != null && strand.is(StrandState.GOOD) && !strands.leavesOut(strand)) {
        return take(strand, work, turn);
      }
    }
    return null;
  }

  private @Nullable Strand take(Strand strand, Work work, int turn) {
    if (!room.forChunk(strand, work)) {
      return null;
    }
    latest = turn;
    return strand;
  }
}
