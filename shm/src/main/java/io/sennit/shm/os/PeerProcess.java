// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A process by its pidfd, which never means another process even if the number is used again. The
 * pidfd is readable once the last thread has given up its memory: only then is the process proved
 * unable to touch anything. Confined to one thread at a time.
 */
public final class PeerProcess implements AutoCloseable {
  private static final int SO_PEERPIDFD = 77;
  private static final short POLLIN = 1;
  private static final int INVISIBLE = 0;

  private final Descriptor descriptor;
  private final int userId;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = arena.allocate(Kernel.ERRNO);
  private final MemorySegment poll = arena.allocate(8, 8);
  private final Args pollNow;

  private PeerProcess(Descriptor descriptor, int userId) {
    this.descriptor = descriptor;
    this.userId = userId;
    poll.set(ValueLayout.JAVA_INT, 0, descriptor.number());
    poll.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
    MemorySegment noTime = arena.allocate(16, 8);
    pollNow = Args.of(poll.address(), 1, noTime.address());
  }

  static PeerProcess of(Descriptor socket, int pid, int userId) throws OsException {
    return new PeerProcess(new Descriptor(pidfd(socket, pid)), userId);
  }

  /** From the socket where the kernel can (6.5), else by the number that the kernel gave. */
  private static long pidfd(Descriptor socket, int pid) throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fd = arena.allocate(4, 4);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, 4);
      Args args = Args.of(
          socket.number(), LocalSocket.SOL_SOCKET, SO_PEERPIDFD, fd.address(), length.address());
      long result = Kernel.call(Call.GETSOCKOPT, args);
      if (result >= 0) {
        return fd.get(ValueLayout.JAVA_INT, 0);
      }
      if (result != -Errno.ENOPROTOOPT) {
        throw new OsException("watching the peer's process", (int) -result);
      }
    }
    return openWhileConnected(socket, pid);
  }

  /** A number may be used again once its process is dead; while it is connected it is not. */
  static long openWhileConnected(Descriptor socket, int pid) throws OsException {
    long opened = open(pid);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment hangUpOnly = arena.allocate(8, 8);
      hangUpOnly.set(ValueLayout.JAVA_INT, 0, socket.number());
      MemorySegment noTime = arena.allocate(16, 8);
      Args args = Args.of(hangUpOnly.address(), 1, noTime.address());
      if (Kernel.call(Call.PPOLL, args) != 0) {
        new Descriptor(opened).close();
        throw new OsException("watching the peer's process", Errno.EPIPE);
      }
      return opened;
    }
  }

  static long open(long pid) throws OsException {
    if (pid == INVISIBLE) {
      throw new OsException("the peer's process is not visible from here", Errno.EPERM);
    }
    return Kernel.require("watching the peer's process", Call.PIDFD_OPEN, Args.of(pid));
  }

  /** The user that the process runs as. */
  public int userId() {
    return userId;
  }

  /** Whether the process has ended; one system call. */
  public boolean hasEnded() {
    return Kernel.call(errno, Call.PPOLL, pollNow) == 1;
  }

  Descriptor descriptor() {
    return descriptor;
  }

  /** This process's user. */
  public static int ownUserId() {
    return (int) Kernel.call(Call.GETEUID, Args.of(0));
  }

  @Override
  public void close() {
    descriptor.close();
    arena.close();
  }
}
