// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

/** A system call failed; the message says which and why. */
public final class OsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final int errno;

  OsException(String what, int errno) {
    super(what + ": " + Errno.words(errno));
    reason = what + ": " + Errno.words(errno);
    this.errno = errno;
  }

  /** The message. */
  public String reason() {
    return reason;
  }

  /** Whether nobody listens at the address. */
  public boolean isRefused() {
    return errno == Errno.ECONNREFUSED;
  }

  /** Whether the time given was over. */
  public boolean isTimeout() {
    return errno == Errno.EAGAIN;
  }
}
