// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** A request is well formed and cannot be granted; never leaves the package. */
final class Unacceptable extends Exception {
  private static final long serialVersionUID = 1;

  private final RejectReason reason;

  Unacceptable(RejectReason reason) {
    super(reason.words(), null, false, false);
    this.reason = reason;
  }

  RejectReason reason() {
    return reason;
  }
}
