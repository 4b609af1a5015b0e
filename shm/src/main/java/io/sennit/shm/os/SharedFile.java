// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Memory that two processes map: an anonymous file (memfd) without a name in any file system, its
 * size sealed, its pages committed before they are used so that a shortage is an answer and not a
 * SIGBUS. Safe from any thread.
 */
public final class SharedFile implements AutoCloseable {
  /** Pages are this long or a multiple; the file is committed in this unit. */
  public static final long PAGE_BYTES = 4096;

  private static final int MFD_CLOEXEC_ALLOW_SEALING = 0x3;
  private static final int F_ADD_SEALS = 1033;
  private static final int F_GET_SEALS = 1034;
  private static final int F_SEAL_SEAL_SHRINK_GROW = 0x7;
  private static final int F_SEAL_SHRINK = 0x2;
  private static final int FALLOC_KEEP_SIZE = 0x1;
  private static final int FALLOC_PUNCH_HOLE_KEEP_SIZE = 0x3;
  private static final long TMPFS_MAGIC = 0x01021994;
  private static final int STAT_BYTES = 256;
  private static final int STAT_SIZE_OFFSET = 48;
  private static final int PROT_READ_WRITE = 0x3;
  private static final int MAP_SHARED = 0x1;
  private static final int MADV_POPULATE_WRITE = 23;

  private final Descriptor descriptor;
  private final long bytes;

  private SharedFile(Descriptor descriptor, long bytes) {
    this.descriptor = descriptor;
    this.bytes = bytes;
  }

  /** A new file of zeroes, none of them committed. */
  public static SharedFile create(long bytes) throws OsException {
    Descriptor descriptor = new Descriptor(createAnonymous());
    try {
      int fd = descriptor.number();
      Kernel.require("shared memory of " + bytes + " bytes", Call.FTRUNCATE, Args.of(fd, bytes));
      Kernel.require(
          "sealing shared memory", Call.FCNTL, Args.of(fd, F_ADD_SEALS, F_SEAL_SEAL_SHRINK_GROW));
      return new SharedFile(descriptor, bytes);
    } catch (OsException e) {
      descriptor.close();
      throw e;
    }
  }

  private static long createAnonymous() throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom("sennit", StandardCharsets.US_ASCII);
      return Kernel.require(
          "creating shared memory",
          Call.MEMFD_CREATE,
          Args.of(name.address(), MFD_CLOEXEC_ALLOW_SEALING));
    }
  }

  /**
   * Takes a file that a peer sent, after checking that it can never shrink under a mapping and is
   * ordinary memory (a file in huge pages, or of a user-space file system, could fault).
   */
  public static SharedFile received(Descriptor descriptor) throws OsException {
    int fd = descriptor.number();
    long seals =
        Kernel.require("the peer's file is no shared memory", Call.FCNTL, Args.of(fd, F_GET_SEALS));
    if ((seals & F_SEAL_SHRINK) == 0) {
      throw new OsException("the peer's memory may shrink, it is not sealed", 22);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(STAT_BYTES, 8);
      Kernel.require("the peer's memory", Call.FSTATFS, Args.of(fd, stat.address()));
      if (stat.get(ValueLayout.JAVA_LONG, 0) != TMPFS_MAGIC) {
        throw new OsException("the peer's memory is of a strange kind", 22);
      }
      Kernel.require("the peer's memory", Call.FSTAT, Args.of(fd, stat.address()));
      return new SharedFile(descriptor, stat.get(ValueLayout.JAVA_LONG, STAT_SIZE_OFFSET));
    }
  }

  public long bytes() {
    return bytes;
  }

  Descriptor descriptor() {
    return descriptor;
  }

  /** Makes sure that the pages of a range exist; fails if there is no memory for them. */
  public void commit(long offset, long length) throws OsException {
    Kernel.require(
        length + " bytes of shared memory",
        Call.FALLOCATE,
        Args.of(descriptor.number(), FALLOC_KEEP_SIZE, offset, length));
  }

  /** Gives the pages of a range back; it reads as zeroes afterwards. */
  public void release(long offset, long length) throws OsException {
    Kernel.require(
        "giving shared memory back",
        Call.FALLOCATE,
        Args.of(descriptor.number(), FALLOC_PUNCH_HOLE_KEEP_SIZE, offset, length));
  }

  /** Maps the whole file until the arena is closed; access after that throws. */
  @SuppressWarnings("restricted")
  public MemorySegment map(Arena arena) throws OsException {
    long address = Kernel.require(
        "mapping " + bytes + " bytes of shared memory",
        Call.MMAP,
        new Args(0, bytes, PROT_READ_WRITE, MAP_SHARED, descriptor.number(), 0));
    return MemorySegment.ofAddress(address).reinterpret(bytes, arena, SharedFile::unmap);
  }

  /**
   * Enters committed pages of a mapping into this process's page table at once, which else costs a
   * fault for each when it is first written. Kernels before 5.14 do not know how; nothing is lost.
   */
  public static void populate(MemorySegment range) {
    Kernel.call(Call.MADVISE, Args.of(range.address(), range.byteSize(), MADV_POPULATE_WRITE));
  }

  private static void unmap(MemorySegment mapping) {
    Kernel.call(Call.MUNMAP, Args.of(mapping.address(), mapping.byteSize()));
  }

  /** A part of a mapping that lives as long as its own arena. */
  @SuppressWarnings("restricted")
  public static MemorySegment view(MemorySegment mapping, long offset, long length, Arena arena) {
    long address = mapping.asSlice(offset, length).address();
    return MemorySegment.ofAddress(address).reinterpret(length, arena, null);
  }

  /** Closes the file; mappings stay. */
  @Override
  public void close() {
    descriptor.close();
  }
}
