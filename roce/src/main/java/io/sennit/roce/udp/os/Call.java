// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

/** The system calls in use, with their numbers (Linux {@code unistd.h} of each processor). */
enum Call {
  BIND(49, 200),
  CLOSE(3, 57),
  EPOLL_CREATE1(291, 20),
  EPOLL_CTL(233, 21),
  EPOLL_PWAIT(281, 22),
  EVENTFD2(290, 19),
  GETSOCKNAME(51, 204),
  GETSOCKOPT(55, 209),
  MMAP(9, 222),
  MUNMAP(11, 215),
  READ(0, 63),
  RECVMMSG(299, 243),
  SENDMMSG(307, 269),
  SENDMSG(46, 211),
  SETSOCKOPT(54, 208),
  SOCKET(41, 198),
  TIMERFD_CREATE(283, 85),
  TIMERFD_SETTIME(286, 86),
  WRITE(1, 64);

  private final int number;

  Call(int x86Number, int armNumber) {
    number = Processor.CURRENT == Processor.X86_64 ? x86Number : armNumber;
  }

  int number() {
    return number;
  }
}
