// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

import java.io.Serial;

/**
 * A failure that is explained to the user by one sentence: what, where, what to do.
 *
 * <p>The sentence is all that is printed unless {@code -v} is given; the exit status is 1. A value
 * of the command line that is out of range is a {@code picocli.CommandLine. ParameterException},
 * and its exit status 2. Immutable, safe from any thread.
 */
public final class CommandException extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  /**
   * @param sentence for a person, with a full stop, such as {@code "No server answers at
   *     localhost:7470 (connection refused); start one with ./sennit blobs serve DIR."}
   */
  public CommandException(String sentence) {
    super(sentence);
  }

  /**
   * @param sentence as above
   * @param cause shown with {@code -v} only
   */
  public CommandException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
