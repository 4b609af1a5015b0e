// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

/** The system calls in use, with their numbers (Linux {@code unistd.h} of each processor). */
enum Call {
  ACCEPT4(288, 242),
  BIND(49, 200),
  CLOSE(3, 57),
  CONNECT(42, 203),
  EPOLL_CREATE1(291, 20),
  EPOLL_CTL(233, 21),
  EPOLL_PWAIT(281, 22),
  EPOLL_PWAIT2(441, 441),
  EVENTFD2(290, 19),
  FALLOCATE(285, 47),
  FCNTL(72, 25),
  FSTAT(5, 80),
  FSTATFS(138, 44),
  FTRUNCATE(77, 46),
  GETEUID(107, 175),
  GETSOCKOPT(55, 209),
  LISTEN(50, 201),
  MADVISE(28, 233),
  MEMFD_CREATE(319, 279),
  MMAP(9, 222),
  MUNMAP(11, 215),
  PIDFD_OPEN(434, 434),
  PPOLL(271, 73),
  RECVFROM(45, 207),
  RECVMSG(47, 212),
  SENDMSG(46, 211),
  SENDTO(44, 206),
  SETSOCKOPT(54, 208),
  SHUTDOWN(48, 210),
  SOCKET(41, 198),
  WRITE(1, 64);

  private final int number;

  Call(int x86Number, int armNumber) {
    number = Processor.CURRENT == Processor.X86_64 ? x86Number : armNumber;
  }

  int number() {
    return number;
  }
}
