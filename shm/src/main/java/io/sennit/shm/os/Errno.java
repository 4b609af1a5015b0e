// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

/** The error numbers that are told apart, and words for those that people meet. */
final class Errno {
  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EMFILE = 24;
  static final int EPIPE = 32;
  static final int ENOSYS = 38;
  static final int ENOPROTOOPT = 92;
  static final int ECONNREFUSED = 111;

  private Errno() {}

  static String words(int errno) {
    return switch (errno) {
      case EPERM -> "not permitted";
      case 3 -> "no such process";
      case EINTR -> "interrupted";
      case 9 -> "the file is closed";
      case EAGAIN -> "timed out";
      case 12 -> "out of memory or address space (see ulimit -v)";
      case 13 -> "permission denied";
      case 22 -> "refused by the kernel";
      case 23 -> "too many open files on this machine";
      case EMFILE -> "too many open files (see ulimit -n)";
      case 27 -> "larger than the largest file allowed (see ulimit -f)";
      case 28 -> "no memory left for shared memory";
      case EPIPE, 104 -> "the peer hung up";
      case ENOSYS -> "not known to this kernel";
      case ECONNREFUSED -> "nobody listens there";
      default -> "error " + errno;
    };
  }
}
