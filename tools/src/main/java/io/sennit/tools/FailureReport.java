// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.rpc.session.RefusedOptionException;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Printable;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says in one sentence on standard error what went wrong. Used by the main thread. */
final class FailureReport {
  private FailureReport() {}

  /** Exit status 2: the command line itself cannot be understood. */
  static int wrongUsage(ParameterException wrong, String[] arguments) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    err.println(prefixed(line, WrongUsage.sentence(wrong)));
    err.println("Try: ./" + line.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Exit status 1: the command was understood and did not succeed. */
  static int failure(Exception thrown, CommandLine line, ParseResult parsed) {
    int status = line.getCommandSpec().exitCodeOnExecutionException();
    if (Interruption.hasBegun()) {
      return status;
    }
    PrintWriter err = line.getErr();
    err.println(prefixed(line, sentence(thrown)));
    if (!Verbosity.current().isQuiet()) {
      thrown.printStackTrace(err);
    }
    err.flush();
    return status;
  }

  private static String prefixed(CommandLine line, String sentence) {
    return line.getCommandSpec().qualifiedName() + ": " + Printable.text(sentence);
  }

  private static String sentence(Exception thrown) {
    if (thrown instanceof CommandException known) {
      return String.valueOf(known.getMessage());
    }
    if (thrown instanceof RefusedOptionException refused) {
      return ended(String.valueOf(refused.getMessage()));
    }
    String detail = thrown.getMessage() == null ? "" : " (" + thrown.getMessage() + ")";
    return "Unexpected " + thrown.getClass().getSimpleName() + detail + "; run again with -v.";
  }

  /** With a full stop, unless it has an end of its own. */
  static String ended(String refusal) {
    return refusal.endsWith("?") || refusal.endsWith(".") ? refusal : refusal + ".";
  }
}
