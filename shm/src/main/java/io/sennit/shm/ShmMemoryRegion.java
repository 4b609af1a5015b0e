// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.SharedFile;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A region: its address is its offset in the domain's shared file. */
final class ShmMemoryRegion implements MemoryRegion {
  private final ShmDomain domain;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final Place place;
  private @Nullable OperationFence fence;
  private boolean freed;

  /**
   * Where it is for the peer.
   *
   * @param address offset in the shared file
   * @param key remote key
   * @param rights bits of {@link Keys#bit}
   */
  record Place(long address, int key, int rights) {}

  ShmMemoryRegion(ShmDomain domain, long bytes, Place place) {
    this.domain = domain;
    this.place = place;
    segment = SharedFile.view(domain.own().file(), place.address(), bytes, arena);
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public long address() {
    return place.address();
  }

  @Override
  public long length() {
    return segment.byteSize();
  }

  @Override
  public int remoteKey() {
    return place.key();
  }

  /** Whether a queue pair of a domain may use a local range in some way. */
  boolean permits(ShmDomain user, long offset, long bytes, int rights) {
    return user == domain
        && fence == null
        && (place.rights() & rights) == rights
        && offset >= 0
        && bytes <= length()
        && offset <= length() - bytes;
  }

  @Override
  public boolean deregister() {
    if (freed) {
      return true;
    }
    OperationFence begun = fence;
    if (begun == null) {
      domain.regions().revoke(this);
      begun = domain.fenceAll();
      fence = begun;
    }
    if (!begun.isPassed() && !domain.peerEnded()) {
      return false;
    }
    freed = closeView();
    if (freed) {
      domain.regions().free(this);
    }
    return freed;
  }

  /** False while a system call of another thread uses the memory. */
  private boolean closeView() {
    try {
      arena.close();
      return true;
    } catch (IllegalStateException inUse) {
      return false;
    }
  }
}
