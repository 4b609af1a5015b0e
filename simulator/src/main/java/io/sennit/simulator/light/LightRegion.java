// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;

/** Memory of a {@link LightDomain}; that of bulk data has a length and no bytes. */
record LightRegion(MemorySegment segment, long length, int remoteKey) implements MemoryRegion {
  /** Nobody looks at it: there are no addresses in packets. */
  @Override
  public long address() {
    return 0;
  }

  @Override
  public boolean deregister() {
    return true;
  }
}
