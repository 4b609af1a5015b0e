// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

/** A system call failed; the message says which and why. */
public final class OsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  OsException(String what, int errno) {
    super(what + ": " + Errno.words(errno));
    reason = what + ": " + Errno.words(errno);
  }

  /** The message. */
  public String reason() {
    return reason;
  }
}
