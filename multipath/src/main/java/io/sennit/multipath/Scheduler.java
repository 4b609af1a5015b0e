// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/** Decides which strand takes the next piece. */
interface Scheduler {
  /**
   * Chooses among the strands that carry traffic and have room.
   *
   * @param work a message, or a chunk, which may not fill the room kept for messages
   * @param behindBytes what waits behind a chunk to be posted too
   * @return null: none has room now, or waiting for one that has none is better
   */
  @Nullable
  Strand choose(Work work, long behindBytes);

  /** The one that is configured. */
  static Scheduler of(Core core, StrandSet strands) {
    Room room = new Room(core, strands);
    return switch (core.config.scheduler()) {
      case EARLIEST_FINISH -> new EarliestFinish(core, strands, room);
      case ROUND_ROBIN -> new RoundRobin(strands, room);
      case STATIC -> new StaticStriping(strands, room);
    };
  }
}
