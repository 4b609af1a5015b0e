// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;

/** What a key opens to the peer: a region, or the part of one that a window is bound to. */
interface Reach {
  /** Whether the peer may use a range now, through a queue pair. */
  boolean permitsPeer(Numbered through, long address, long bytes, Access right);

  /** Where what it opens begins, as the peer names it. */
  long address();

  /** Whether it is still open at all. */
  boolean isExposed();

  /** Where the memory is. */
  RoceMemoryRegion region();
}
