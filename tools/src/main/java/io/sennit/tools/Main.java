// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.tools.spi.Command;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code sennit} command: finds its subcommands by {@link ServiceLoader} and runs one.
 *
 * <p>Exit status: 0 success, 1 failure, 2 wrong usage, values out of range included. Runs on the
 * main thread.
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Interruption.watch();
    Verbosity.of(List.of(arguments)).apply();
    int status = commandLine(ServiceLoader.load(Command.class)).execute(arguments);
    System.exit(status == 0 ? statusOfOutput() : status);
  }

  /** An answer that nobody got is no success: PrintStreams keep to themselves what went wrong. */
  private static int statusOfOutput() {
    if (!System.out.checkError()) {
      return 0;
    }
    System.err.println("sennit: The output could not be written whole; see what it is sent to.");
    return 1;
  }

  static CommandLine commandLine(Iterable<Command> commands) {
    CommandLine line = new CommandLine(new SennitCommand());
    for (Command command : commands) {
      line.addSubcommand(command.command());
    }
    line.getCommandSpec().usageMessage().footer(SennitCommand.FOOTER);
    line.setParameterExceptionHandler(FailureReport::wrongUsage);
    line.setExecutionExceptionHandler(FailureReport::failure);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionStrategy(Main::run);
    return line;
  }

  /** Picocli answers a wish for help without a look at the rest, a misspelt command perhaps. */
  private static int run(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (!last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(last.commandSpec().commandLine(), last.unmatched());
    }
    return new RunLast().execute(parsed);
  }
}
