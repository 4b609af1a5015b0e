// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** The peer broke the protocol: the session ends with this message as its cause. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message, null, false, false);
  }
}
