// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

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

  /** Whether another port may do. */
  public boolean isPortTaken() {
    return errno == Errno.EADDRINUSE;
  }

  /** The same failure as the end of something larger. */
  public OsException during(String what) {
    return new OsException(what, errno);
  }

  /** The message. */
  public String reason() {
    return reason;
  }
}
