// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.io.Serial;

/** A file that says something that cannot be done. Immutable. */
final class RefusedFileException extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  private final int line;

  /**
   * @param line of the file, from 1
   * @param reason a sentence without its full stop
   */
  RefusedFileException(int line, String reason) {
    super(reason);
    this.line = line;
  }

  /** From 1. */
  int line() {
    return line;
  }
}
