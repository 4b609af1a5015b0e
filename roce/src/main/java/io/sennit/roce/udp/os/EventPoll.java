// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sleeps until a socket has packets, has room again, or another thread wakes it: an epoll. One
 * thread uses it; {@link #wake} is safe from any until {@link #close}.
 */
public final class EventPoll implements AutoCloseable {
  /** The token of {@link #wake}. */
  public static final long WAKE = -1;

  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int EVENTFD_CLOEXEC_NONBLOCK = 0x80800;
  private static final int CTL_ADD = 1;
  private static final int CTL_MOD = 3;
  private static final int EPOLLIN = 0x1;
  private static final int ONCE_WRITABLE = 0x40000000 | 0x4; // EPOLLONESHOT, EPOLLOUT
  private static final int WAKEN = 0x80000000 | 0x1; // EPOLLET, EPOLLIN
  private static final int BATCH = 64;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** {@code struct epoll_event} is packed on x86-64 only. */
  private static final int EVENT_BYTES = Processor.CURRENT == Processor.X86_64 ? 12 : 16;

  private static final int TOKEN_OFFSET = EVENT_BYTES - 8;
  private static final ValueLayout.OfLong TOKEN = ValueLayout.JAVA_LONG.withByteAlignment(4);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = Kernel.errno();
  private final MemorySegment events = arena.allocate((long) BATCH * EVENT_BYTES, 8);
  private final MemorySegment time = arena.allocate(16, 8);
  private final MemorySegment wakerErrno = Kernel.errno();
  private final Descriptor poll;
  private final Descriptor waker;
  private final Args await;
  private final Args awaitCoarse;
  private final Args take;
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
      return open(poll, new Descriptor(Kernel.require("opening an eventfd", Call.EVENTFD2, args)));
    } catch (OsException e) {
      poll.close();
      throw e;
    }
  }

  private static EventPoll open(Descriptor poll, Descriptor waker) throws OsException {
    EventPoll opened = new EventPoll(poll, waker);
    try {
      opened.control(CTL_ADD, waker, WAKEN, WAKE);
      return opened;
    } catch (OsException e) {
      opened.close();
      throw e;
    }
  }

  /** Reports under a token, again and again, that a socket has packets. Ends when it is closed. */
  public void watchReadable(UdpSocket socket, long token) throws OsException {
    control(CTL_ADD, socket.descriptor(), EPOLLIN, token);
  }

  /** Lets {@link #watchWritable} be used for a socket. Ends when it is closed. */
  public void add(UdpSocket socket, long token) throws OsException {
    control(CTL_ADD, socket.descriptor(), 0, token);
  }

  /** Reports once, under a token, that a socket which was full has room again. */
  public void watchWritable(UdpSocket socket, long token) throws OsException {
    control(CTL_MOD, socket.descriptor(), ONCE_WRITABLE, token);
  }

  /** Reports under a token, once each time, that something has changed. Ends when it is closed. */
  public void watchChanges(LinkNotices notices, long token) throws OsException {
    control(CTL_ADD, notices.descriptor(), WAKEN, token);
  }

  private void control(int operation, Descriptor descriptor, int mask, long token)
      throws OsException {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment event = call.allocate(EVENT_BYTES, 8);
      event.set(ValueLayout.JAVA_INT, 0, mask);
      event.set(TOKEN, TOKEN_OFFSET, token);
      Kernel.require(
          "watching a socket",
          Call.EPOLL_CTL,
          Args.of(poll.number(), operation, descriptor.number(), event.address()));
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
