// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What every subcommand shares; prints the usage when none is named. Used by the main thread. */
@CommandLine.Command(
    name = "sennit",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    description = "RPC for Java over multi-path RDMA.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = CommandLine.HelpCommand.class,
    footer = {"", "In a source tree, `./sennit test` builds and passes the whole test suite."})
final class SennitCommand implements Runnable {
  @Spec
  private CommandSpec spec;

  // Declared here; read by Verbosity before any class that might hold a logger is loaded.
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log more, and show stack traces; -vv and -vvv log yet more.")
  private boolean[] verbose = {};

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
