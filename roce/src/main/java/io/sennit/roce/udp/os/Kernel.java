// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The one downcall. Safe from any thread. */
final class Kernel {
  /** Where a call leaves its {@code errno}; one per thread that calls at the same time. */
  static final StructLayout ERRNO = Linker.Option.captureStateLayout();

  private static final long ERRNO_OFFSET =
      ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  @SuppressWarnings("restricted")
  private static final MethodHandle SYSCALL = Linker.nativeLinker()
      .downcallHandle(
          Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG),
          Linker.Option.captureCallState("errno"),
          Linker.Option.firstVariadicArg(1));

  private Kernel() {}

  /**
   * Memory for an {@code errno}. A call holds the memory that it is given until it returns; for
   * this kind that costs nothing, for an arena that threads share two atomic operations.
   */
  static MemorySegment errno() {
    return Arena.ofAuto().allocate(ERRNO);
  }

  /**
   * Arguments of a call; those left out are 0, which the kernel ignores. A caller that calls often
   * keeps them, so that a call allocates nothing.
   */
  static final class Args {
    private long a;
    private long b;
    private long c;
    private long d;
    private final long e;

    private Args(long a, long b, long c, long d, long e) {
      this.a = a;
      this.b = b;
      this.c = c;
      this.d = d;
      this.e = e;
    }

    /** Changes the first four; only whoever keeps them. */
    Args set(long newA, long newB, long newC, long newD) {
      a = newA;
      b = newB;
      c = newC;
      d = newD;
      return this;
    }

    static Args of(long a) {
      return new Args(a, 0, 0, 0, 0);
    }

    static Args of(long a, long b) {
      return new Args(a, b, 0, 0, 0);
    }

    static Args of(long a, long b, long c) {
      return new Args(a, b, c, 0, 0);
    }

    static Args of(long a, long b, long c, long d) {
      return new Args(a, b, c, d, 0);
    }

    static Args of(long a, long b, long c, long d, long e) {
      return new Args(a, b, c, d, e);
    }
  }

  /** For start and stop: result of 0 or more, or the negated errno. Restarted after a signal. */
  static long call(Call call, Args args) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      long result;
      do {
        result = call(errno, call, args);
      } while (result == -Errno.EINTR && call != Call.CLOSE);
      return result;
    }
  }

  /** As {@link #call(Call, Args)}; a failure is thrown with the words given. */
  static long require(String what, Call call, Args args) throws OsException {
    long result = call(call, args);
    if (result < 0) {
      throw new OsException(what, (int) -result);
    }
    return result;
  }

  /** For every day: allocates nothing, and is not restarted after a signal. */
  static long call(MemorySegment errno, Call call, Args args) {
    long result;
    try {
      result = (long) SYSCALL.invokeExact(
          errno, (long) call.number(), args.a, args.b, args.c, args.d, args.e, 0L);
    } catch (Throwable unexpected) {
      throw new AssertionError("a system call does not throw", unexpected);
    }
    return result == -1 ? -errno.get(ValueLayout.JAVA_INT, ERRNO_OFFSET) : result;
  }
}
