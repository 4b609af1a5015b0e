// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/** The strands in turns, but for those that have no room. What was measured does not count. */
final class RoundRobin implements Scheduler {
  private final StrandSet strands;
  private final Room room;
  private int latest;

  RoundRobin(StrandSet strands, Room room) {
    this.strands = strands;
    this.room = room;
  }

  @Override
  public @Nullable Strand choose(Work work, long behindBytes) {
    int size = strands.size();
    for (int i = 1; i <= size; i++) {
      int turn = (latest + i) % size;
      Strand strand = strands.path(turn).strand;
      if (strand != null && takes(strand, work)) {
        latest = turn;
        return strand;
      }
    }
    return null;
  }

  private boolean takes(Strand strand, Work work) {
    return work instanceof Chunk ? room.forChunk(strand, work) : room.forMessage(strand);
  }
}
