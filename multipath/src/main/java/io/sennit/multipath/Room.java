// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** What a strand may take now, by its state, its depth and its windows: whoever chooses asks. */
final class Room {
  private final Core core;
  private final StrandSet strands;
  private final int sendDepth;

  Room(Core core, StrandSet strands) {
    this.core = core;
    this.strands = strands;
    sendDepth = core.sendDepth();
  }

  static Flow flow(Strand strand, Work work) {
    return strand.path.estimate.flow(work.inbound());
  }

  /** A message cannot wait for better times: it may be what brings them. */
  boolean forMessage(Strand strand) {
    boolean carries =
        strand.is(StrandState.GOOD) || (strands.count(StrandState.GOOD) == 0 && strand.living());
    return carries && hasDepth(strand);
  }

  boolean forChunk(Strand strand, Work work) {
    Flow flow = flow(strand, work);
    return strand.is(StrandState.GOOD)
        && hasDepth(strand)
        && !strands.leavesOut(strand)
        && strand.postedChunks < core.config.chunksInFlight()
        && flow.admits(strand.path.estimate.minRttNanos(), core.nowNanos);
  }

  private boolean hasDepth(Strand strand) {
    return !strand.full && strand.posted < sendDepth;
  }
}
