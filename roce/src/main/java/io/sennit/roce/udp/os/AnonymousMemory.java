// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory straight from the kernel, to which it goes back as soon as its arena is closed: the C
 * library keeps what is given back to it. Its pages are zero, and taken when they are first
 * touched. Safe from any thread.
 */
public final class AnonymousMemory {
  private static final int PROT_READ_WRITE = 0x3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int NO_FILE = -1;

  private AnonymousMemory() {}

  /**
   * Maps memory, at the beginning of a page.
   *
   * @param bytes 1 or more
   * @param arena closing it unmaps
   */
  @SuppressWarnings("restricted")
  public static MemorySegment map(long bytes, Arena arena) throws OsException {
    long address = Kernel.require(
        "mapping " + bytes + " bytes of memory",
        Call.MMAP,
        Args.of(0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, NO_FILE));
    return MemorySegment.ofAddress(address).reinterpret(bytes, arena, AnonymousMemory::unmap);
  }

  private static void unmap(MemorySegment mapping) {
    Kernel.call(Call.MUNMAP, Args.of(mapping.address(), mapping.byteSize()));
  }
}
