// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

/**
 * A subcommand of {@code sennit}, found by {@link java.util.ServiceLoader}.
 *
 * <p>Created once per process and used by the main thread only. Creating it must be cheap and must
 * not fail: every provider on the path is created, whichever subcommand was asked for.
 */
public interface Command {
  /**
   * The command itself: an object whose class carries picocli's {@code @Command} with a name and
   * which is a {@code Callable<Integer>} that returns the exit status (or a {@code Runnable}), or
   * has subcommands that are. Often {@code this}.
   *
   * <p>It reports a failure that a user can understand and repair by throwing
   * {@link CommandException}; anything else that it throws counts as a defect of the program.
   */
  Object command();
}
