// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;

/**
 * Memory of a {@link LightDomain}; that of bulk data has a length and no bytes.
 *
 * @param placement hears what a peer WRITEs
 */
record LightRegion(MemorySegment segment, long length, int remoteKey, Placement placement)
    implements MemoryRegion {
  /** A peer's WRITE says where in the region it goes. */
  @Override
  public long address() {
    return 0;
  }

  @Override
  public boolean deregister() {
    return true;
  }
}
