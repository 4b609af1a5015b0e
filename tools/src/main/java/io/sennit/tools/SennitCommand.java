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
    description = "Sennit is RPC for Java over multi-path RDMA; these are its commands.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = CommandLine.HelpCommand.class)
final class SennitCommand implements Runnable {
  /** Set when all subcommands are there, since these inherit what stands in the annotation. */
  static final String[] FOOTER = {
    "",
    "In a source tree, `./sennit test` builds and passes the whole test suite.",
    "Flags of the JVM come first, such as `./sennit -Dsennit.strands=2 demo`;",
    "`./sennit config` lists what can be said by -D."
  };

  @Spec
  private CommandSpec spec;

  // Declared here; read by Verbosity before any class that might hold a logger is loaded.
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description =
          "Log sessions and warnings, and show stack traces; -vv and -vvv log more of Sennit.")
  private boolean[] verbose = {};

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
