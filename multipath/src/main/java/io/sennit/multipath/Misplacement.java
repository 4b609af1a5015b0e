// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.Objects;

/**
 * A frame that is none of this session's, or whose place in it cannot be: found before anything of
 * it took effect, and so not more than a packet that anybody may have sent. Of a RECEIVED that
 * cannot be, its sequence and its credit limit have been taken, as of every frame with a header
 * that can be; what it answers has not.
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
