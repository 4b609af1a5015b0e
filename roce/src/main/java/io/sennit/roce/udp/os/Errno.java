// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

/** The error numbers that are told apart, and words for those that people meet. */
final class Errno {
  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EAGAIN = 11;
  static final int EINVAL = 22;
  static final int ENOSYS = 38;
  static final int EMSGSIZE = 90;
  static final int EADDRINUSE = 98;
  static final int ENOBUFS = 105;

  private Errno() {}

  static String words(int errno) {
    return switch (errno) {
      case EPERM -> "not permitted (a packet filter or the system call filter forbids it)";
      case EINTR -> "interrupted";
      case EAGAIN -> "would have to wait";
      case 12 -> "out of memory";
      case 13 -> "permission denied";
      case EINVAL -> "refused by the kernel";
      case 23 -> "too many open files on this machine";
      case 24 -> "too many open files (see ulimit -n)";
      case ENOSYS -> "not known to this kernel";
      case EMSGSIZE -> "larger than the link's or the route's MTU";
      case 97 -> "this address family is switched off here";
      case EADDRINUSE -> "the port is taken by another socket";
      case 99 -> "no interface of this machine has the address";
      case 100 -> "the interface is down";
      case 101 -> "there is no route to the network";
      case ENOBUFS -> "the kernel is short of buffers";
      case 113 -> "there is no route to the host";
      default -> "error " + errno;
    };
  }
}
