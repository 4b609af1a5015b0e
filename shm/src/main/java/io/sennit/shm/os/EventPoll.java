// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sleeps until a peer rings, a peer's process ends, or this process wakes it: an epoll with
 * edge-triggered events. One thread awaits; {@link #watch} and {@link #wake} are safe from any
 * thread until {@link #close}.
 */
public final class EventPoll implements AutoCloseable {
  /** The token of {@link #wake}. */
  public static final long WAKE = -1;

  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int EVENTFD_CLOEXEC_NONBLOCK = 0x80800;
  private static final int CTL_ADD = 1;
  private static final int EVENTS = 0x80000000 | 0x2000 | 0x1; // EPOLLET, EPOLLRDHUP, EPOLLIN
  private static final int HANG_UP = 0x2000 | 0x10 | 0x8; // EPOLLRDHUP, EPOLLHUP, EPOLLERR
  private static final int BATCH = 32;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** {@code struct epoll_event} is packed on x86-64 only. */
  private static final int EVENT_BYTES = Processor.CURRENT == Processor.X86_64 ? 12 : 16;

  private static final int TOKEN_OFFSET = EVENT_BYTES - 8;
  private static final ValueLayout.OfLong TOKEN = ValueLayout.JAVA_LONG.withByteAlignment(4);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = arena.allocate(Kernel.ERRNO);
  private final MemorySegment events = arena.allocate((long) BATCH * EVENT_BYTES, 8);
  private final MemorySegment time = arena.allocate(16, 8);
  private final Descriptor poll;
  private final Descriptor waker;
  private final Args await;
  private final Args awaitCoarse;
  private final Args take;
  private final MemorySegment wakerErrno = arena.allocate(Kernel.ERRNO);
  private final Args wake;
  private boolean fine = true;

  private EventPoll(Descriptor poll, Descriptor waker) {
    this.poll = poll;
    this.waker = waker;
    int fd = poll.number();
    MemorySegment pollSelf = arena.allocate(8, 8);
    pollSelf.set(ValueLayout.JAVA_INT, 0, fd);
    pollSelf.set(ValueLayout.JAVA_SHORT, 4, (short) 1);
    await = Args.of(fd, events.address(), BATCH, time.address());
    awaitCoarse = Args.of(pollSelf.address(), 1, time.address());
    take = Args.of(fd, events.address(), BATCH);
    MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1);
    wake = Args.of(waker.number(), one.address(), 8);
  }

  public static EventPoll open() throws OsException {
    Descriptor poll = new Descriptor(
        Kernel.require("opening an epoll", Call.EPOLL_CREATE1, Args.of(EPOLL_CLOEXEC)));
    try {
      Args args = Args.of(0, EVENTFD_CLOEXEC_NONBLOCK);
      Descriptor waker = new Descriptor(Kernel.require("opening an eventfd", Call.EVENTFD2, args));
      EventPoll opened = new EventPoll(poll, waker);
      opened.add(waker, WAKE);
      return opened;
    } catch (OsException e) {
      poll.close();
      throw e;
    }
  }

  /** Reports a peer's rings and hanging up under one token. Ends when its socket is closed. */
  public void watch(Doorbell doorbell, long token) throws OsException {
    add(doorbell.socket(), token);
  }

  /** Reports a peer's end under a token. Ends when the process is closed. */
  public void watch(PeerProcess process, long token) throws OsException {
    add(process.descriptor(), token);
  }

  private void add(Descriptor descriptor, long token) throws OsException {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment event = call.allocate(EVENT_BYTES, 8);
      event.set(ValueLayout.JAVA_INT, 0, EVENTS);
      event.set(TOKEN, TOKEN_OFFSET, token);
      Kernel.require(
          "watching a peer",
          Call.EPOLL_CTL,
          Args.of(poll.number(), CTL_ADD, descriptor.number(), event.address()));
    }
  }

  /** Waits; returns how many events there are, 0 when the time is over or a signal came. */
  public int await(long timeoutNanos) {
    long nanos = Math.max(0, timeoutNanos);
    time.set(ValueLayout.JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
    time.set(ValueLayout.JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
    long count = fine ? Kernel.call(errno, Call.EPOLL_PWAIT2, await) : awaitCoarse();
    if (count == -Errno.ENOSYS || count == -Errno.EPERM) {
      useOlderKernel();
      count = awaitCoarse();
    }
    return (int) Math.max(0, count);
  }

  /** Before Linux 5.11, or under an old system call filter, nanoseconds need a second call. */
  void useOlderKernel() {
    fine = false;
  }

  private long awaitCoarse() {
    long ready = Kernel.call(errno, Call.PPOLL, awaitCoarse);
    return ready > 0 ? Kernel.call(errno, Call.EPOLL_PWAIT, take) : ready;
  }

  public long token(int event) {
    return events.get(TOKEN, (long) event * EVENT_BYTES + TOKEN_OFFSET);
  }

  public boolean hungUp(int event) {
    return (events.get(ValueLayout.JAVA_INT, (long) event * EVENT_BYTES) & HANG_UP) != 0;
  }

  /**
   * Ends the current or the next wait. Its errno is shared by all callers, since nobody reads it.
   */
  public void wake() {
    Kernel.call(wakerErrno, Call.WRITE, wake);
  }

  @Override
  public void close() {
    waker.close();
    poll.close();
    arena.close();
  }
}
