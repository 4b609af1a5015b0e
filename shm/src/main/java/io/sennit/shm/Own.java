// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Randomness;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.SharedFile;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * This side's shared file. The peer may write any byte of it at any time, so nothing is ever read
 * from it but what only the peer can know: the completions it made and what it is executing. All
 * else is kept privately and only published here. Owned by the domain.
 */
final class Own {
  private final SharedFile shared;
  private final Layout layout;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment file;
  private final byte[] nonce = new byte[Layout.NONCE_BYTES];
  private long ringsUsedBytes;

  private Own(SharedFile shared, Layout layout, Randomness randomness) throws OsException {
    this.shared = shared;
    this.layout = layout;
    file = shared.map(arena);
    randomness.nextBytes(nonce);
    layout.writeHeader(file, nonce);
  }

  /** A new file for one domain. Twice the address space, so that regions seldom fail to fit. */
  static Own create(DomainConfig domain, ShmConfig config, Randomness randomness)
      throws OsException {
    Layout layout = new Layout(
        domain.maxQueuePairs(),
        config.maxRegions(),
        config.ringsBytes(),
        2 * powerOfTwo(Layout.roundedToPages(domain.memoryBytes())));
    SharedFile shared = SharedFile.create(layout.fileBytes());
    try {
      shared.commit(0, layout.ringsAt());
      return new Own(shared, layout, randomness);
    } catch (OsException e) {
      shared.close();
      throw e;
    }
  }

  private static long powerOfTwo(long bytes) {
    return bytes == 1 ? 1 : Long.highestOneBit(bytes - 1) << 1;
  }

  MemorySegment file() {
    return file;
  }

  Layout layout() {
    return layout;
  }

  SharedFile shared() {
    return shared;
  }

  byte[] nonce() {
    return nonce.clone();
  }

  /** Room for a ring, zeroed and committed; rings live as long as the domain. */
  long allocateRing(long bytes) {
    long length = Layout.roundedToPages(bytes);
    if (length > layout.ringsBytes() - ringsUsedBytes) {
      throw new OutOfRegisteredMemoryException("The queues of one shared-memory session may take "
          + layout.ringsBytes()
          + " bytes together; make fewer or shallower ones.");
    }
    long at = layout.ringsAt() + ringsUsedBytes;
    try {
      shared.commit(at, length);
    } catch (OsException e) {
      throw new OutOfRegisteredMemoryException("No memory for a queue: " + e.reason() + ".");
    }
    ringsUsedBytes += length;
    return at;
  }

  /** Asks the peer to ring when it has completed something. Whoever asks must look again after. */
  void announceSleep() {
    Words.releaseInt(file, Layout.SLEEPING_OFFSET, 1);
  }

  void close() {
    arena.close();
    shared.close();
  }
}
