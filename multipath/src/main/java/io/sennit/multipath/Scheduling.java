// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** By which rule the strand of the next piece is chosen. */
public enum Scheduling {
  /** Where the piece would be done first, by what was measured; the one for use. */
  EARLIEST_FINISH,

  /** The next one that has room, whatever was measured; to be compared with. */
  ROUND_ROBIN,

  /** As many chunks for each strand, however long it takes for them; to be compared with. */
  STATIC
}
