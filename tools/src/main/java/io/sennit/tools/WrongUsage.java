// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one sentence why a command line cannot be understood. Stateless. */
final class WrongUsage {
  private WrongUsage() {}

  static String sentence(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    return switch (wrong) {
      case UnmatchedArgumentException unmatched -> unmatched(line, unmatched);
      case MissingParameterException missing -> missing(missing);
      default ->
        String.valueOf(wrong.getMessage()).startsWith("Missing required subcommand")
            ? "Name a command: " + String.join(", ", line.getSubcommands().keySet()) + "."
            : value(wrong);
    };
  }

  private static String unmatched(CommandLine line, UnmatchedArgumentException unmatched) {
    String typed = unmatched.getUnmatched().getFirst();
    if (unmatched.isUnknownOption()) {
      List<String> known = line.getCommandSpec().options().stream()
          .flatMap(option -> List.of(option.names()).stream())
          .toList();
      return "There is no option '" + typed + "'" + suggestion(typed, known);
    }
    return line.getSubcommands().isEmpty()
        ? "'" + typed + "' is one argument too many."
        : "There is no command '" + typed + "'"
            + suggestion(typed, line.getSubcommands().keySet());
  }

  private static String suggestion(String typed, Collection<String> known) {
    return Nearest.to(typed, known)
        .map(word -> "; did you mean '" + word + "'?")
        .orElse(".");
  }

  private static String missing(MissingParameterException missing) {
    List<ArgSpec> what = missing.getMissing();
    if (what.size() == 1 && what.getFirst() instanceof OptionSpec option) {
      return option.longestName() + " needs a value.";
    }
    return what.isEmpty()
        ? missing.getMessage() + "."
        : what.stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" and "))
            + (what.size() == 1 ? " is missing." : " are missing.");
  }

  /** Picocli's own words begin with where the value stands on the line. */
  private static String value(ParameterException wrong) {
    String said = String.valueOf(wrong.getMessage());
    ArgSpec about = wrong.getArgSpec();
    if (about == null || !said.startsWith("Invalid value for ")) {
      return said.endsWith(".") ? said : said + ".";
    }
    String name = about instanceof OptionSpec option ? option.longestName() : about.paramLabel();
    String why = said.substring(said.indexOf(": ") + 2);
    return name + ": " + why.replaceFirst("is not an? (int|long)$", "is not a whole number") + ".";
  }
}
