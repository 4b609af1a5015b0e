// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.Objects;

/**
 * A frame of another session, or one whose sequence, credit limit or answer is impossible. Anybody
 * on the network may have inserted it, so it ends its strand and not the session. It is detected
 * before it takes effect; only a RECEIVED with a valid header has its sequence and credit limit
 * applied before its contents are refused.
 */
final class Misplacement extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Misplacement(String what) {
    super(what, null, false, false);
  }

  /** What is wrong with it. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
