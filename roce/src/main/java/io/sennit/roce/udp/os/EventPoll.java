// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sleeps until a socket has packets, has room again, or another thread wakes it: an epoll. One
 * thread uses it; {@link #wake} is safe from any until {@link #close}.
 *
 * <p>The time-out is a timerfd that stays set from one sleep to the next, since most sleeps end by
 * a packet, and to set a short timer and to take it back costs a virtual machine more than all the
 * rest of a sleep. It is set anew only for a sleep that must end before it; when it rings for a
 * sleep that is over, the present one ends early.
 */
public final class EventPoll implements AutoCloseable {
  /** The token of {@link #wake}. */
  public static final long WAKE = -1;

  /** The token of the timer. */
  static final long TIMER = Long.MIN_VALUE;

  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int EVENTFD_CLOEXEC_NONBLOCK = 0x80800;
  private static final int TIMERFD_CLOEXEC_NONBLOCK = 0x80800;
  private static final int CLOCK_MONOTONIC = 1;
  private static final int CTL_ADD = 1;
  private static final int CTL_MOD = 3;
  private static final int EPOLLIN = 0x1;
  private static final int ONCE_WRITABLE = 0x40000000 | 0x4; // EPOLLONESHOT, EPOLLOUT
  private static final int WAKEN = 0x80000000 | 0x1; // EPOLLET, EPOLLIN
  private static final int BATCH = 64;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long LONGEST_SLEEP_NANOS = 3600 * NANOS_PER_SECOND;
  private static final int VALUE_OFFSET = 16; // of struct itimerspec, behind the interval

  /** {@code struct epoll_event} is packed on x86-64 only. */
  private static final int EVENT_BYTES = Processor.CURRENT == Processor.X86_64 ? 12 : 16;

  private static final int TOKEN_OFFSET = EVENT_BYTES - 8;
  private static final ValueLayout.OfLong TOKEN = ValueLayout.JAVA_LONG.withByteAlignment(4);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = Kernel.errno();
  private final MemorySegment events = arena.allocate((long) BATCH * EVENT_BYTES, 8);
  private final MemorySegment time = arena.allocate(32, 8);
  private final MemorySegment wakerErrno = Kernel.errno();
  private final Descriptor poll;
  private final Descriptor waker;
  private final Descriptor timer;
  private final Args sleep;
  private final Args look;
  private final Args set;
  private final Args wake;
  private boolean isSet;
  private long ringsNanos;
  private long timesSet;

  private EventPoll(Descriptor poll, Descriptor waker, Descriptor timer) {
    this.poll = poll;
    this.waker = waker;
    this.timer = timer;
    sleep = Args.of(poll.number(), events.address(), BATCH, -1);
    look = Args.of(poll.number(), events.address(), BATCH, 0);
    set = Args.of(timer.number(), 0, time.address());
    MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1);
    wake = Args.of(waker.number(), one.address(), 8);
  }

  public static EventPoll open() throws OsException {
    Deque<Descriptor> opened = new ArrayDeque<>();
    try {
      opened.add(open("opening an epoll", Call.EPOLL_CREATE1, Args.of(EPOLL_CLOEXEC)));
      Args none = Args.of(0, EVENTFD_CLOEXEC_NONBLOCK);
      opened.add(open("opening an eventfd", Call.EVENTFD2, none));
      Args monotonic = Args.of(CLOCK_MONOTONIC, TIMERFD_CLOEXEC_NONBLOCK);
      opened.add(open("opening a timerfd", Call.TIMERFD_CREATE, monotonic));
    } catch (OsException e) {
      opened.forEach(Descriptor::close);
      throw e;
    }
    return watching(new EventPoll(opened.remove(), opened.remove(), opened.remove()));
  }

  private static Descriptor open(String what, Call call, Args args) throws OsException {
    return new Descriptor(Kernel.require(what, call, args));
  }

  private static EventPoll watching(EventPoll opened) throws OsException {
    try {
      opened.control(CTL_ADD, opened.waker, WAKEN, WAKE);
      opened.control(CTL_ADD, opened.timer, WAKEN, TIMER);
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

  /**
   * Waits; returns how many events there are, 0 when a signal came. When the time is over there is
   * an event that tells of nothing else; the same may come before.
   *
   * @param nowNanos the present, of a clock that is always the same
   * @param timeoutNanos 0 or less: without waiting
   */
  public int await(long nowNanos, long timeoutNanos) {
    boolean waits = timeoutNanos > 0;
    if (waits) {
      ringWithin(nowNanos, Math.min(timeoutNanos, LONGEST_SLEEP_NANOS));
    }
    int count = (int) Math.max(0, Kernel.call(errno, Call.EPOLL_PWAIT, waits ? sleep : look));
    for (int event = 0; event < count; event++) {
      isSet &= token(event) != TIMER;
    }
    return count;
  }

  /** A timer whose time is past has rung or is about to: set anew, it does not do so in vain. */
  private void ringWithin(long nowNanos, long nanos) {
    long leftNanos = ringsNanos - nowNanos;
    if (isSet && leftNanos > 0 && leftNanos <= nanos) {
      return;
    }
    time.set(ValueLayout.JAVA_LONG, VALUE_OFFSET, nanos / NANOS_PER_SECOND);
    time.set(ValueLayout.JAVA_LONG, VALUE_OFFSET + Long.BYTES, nanos % NANOS_PER_SECOND);
    long result = Kernel.call(errno, Call.TIMERFD_SETTIME, set);
    if (result < 0) {
      throw new IllegalStateException("the timer cannot be set: " + Errno.words((int) -result));
    }
    isSet = true;
    ringsNanos = nowNanos + nanos;
    timesSet++;
  }

  /** How often the timer was set. */
  long timesSet() {
    return timesSet;
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
    timer.close();
    waker.close();
    poll.close();
    arena.close();
  }
}
