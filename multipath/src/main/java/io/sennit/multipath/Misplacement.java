// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * A frame that is none of this session's, or whose place in it cannot be: found before anything of
 * it took effect, and so not more than a packet that anybody may have sent.
 */
final class Misplacement extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;

  Misplacement(String what) {
    super(what, null, false, false);
    this.what = what;
  }

  /** What is wrong with it. */
  String what() {
    return what;
  }
}
