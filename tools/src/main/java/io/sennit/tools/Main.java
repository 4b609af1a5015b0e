// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.tools.spi.Command;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * The {@code sennit} command: finds its subcommands by {@link ServiceLoader} and runs one.
 *
 * <p>Exit status: 0 success, 1 failure, 2 wrong usage. Runs on the main thread.
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Verbosity.of(List.of(arguments)).apply();
    System.exit(commandLine(ServiceLoader.load(Command.class)).execute(arguments));
  }

  static CommandLine commandLine(Iterable<Command> commands) {
    CommandLine line = new CommandLine(new SennitCommand());
    for (Command command : commands) {
      line.addSubcommand(command.command());
    }
    line.setParameterExceptionHandler(FailureReport::wrongUsage);
    line.setExecutionExceptionHandler(FailureReport::failure);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    return line;
  }
}
