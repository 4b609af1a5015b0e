// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.rpc.session.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one sentence why a command line cannot be understood. Stateless. */
final class WrongUsage {
  private static final Pattern EXCLUSIVE = Pattern.compile("Error: (.+) are mutually exclusive .*");

  private WrongUsage() {}

  static String sentence(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    return switch (wrong) {
      case UnmatchedArgumentException unmatched -> unmatched(line, unmatched);
      case MissingParameterException missing -> missing(missing);
      case MutuallyExclusiveArgsException several -> oneOf(String.valueOf(several.getMessage()));
      case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is there twice.";
      default ->
        String.valueOf(wrong.getMessage()).startsWith("Missing required subcommand")
            ? "Name a command: " + String.join(", ", shown(line)) + "."
            : value(wrong);
    };
  }

  private static String unmatched(CommandLine line, UnmatchedArgumentException unmatched) {
    String typed = unmatched.getUnmatched().getFirst();
    if (typed.matches("-[DX].+")) {
      return "'" + typed + "' is for the JVM and comes before the command: ./sennit " + typed + " "
          + line.getCommandName() + ".";
    }
    if (unmatched.isUnknownOption()) {
      String name = typed.split("=", 2)[0];
      List<String> known = line.getCommandSpec().options().stream()
          .filter(option -> !option.hidden())
          .flatMap(option -> List.of(option.names()).stream())
          .toList();
      return "There is no option '" + name + "'" + suggestion(name, known);
    }
    return line.getSubcommands().isEmpty()
        ? "'" + typed + "' is one argument too many."
        : "There is no command '" + typed + "'" + suggestion(typed, shown(line));
  }

  /** The commands that help lists. */
  private static List<String> shown(CommandLine line) {
    return line.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
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

  private static String oneOf(String said) {
    Matcher names = EXCLUSIVE.matcher(said);
    return names.matches()
        ? "Only one of " + names.group(1) + " can be had at a time."
        : said.replaceFirst("^Error: ", "") + ".";
  }

  private static String name(ArgSpec about) {
    return about instanceof OptionSpec option ? option.longestName() : about.paramLabel();
  }

  /** Picocli's own words begin with where the value stands on the line. */
  private static String value(ParameterException wrong) {
    String said = String.valueOf(wrong.getMessage());
    ArgSpec about = wrong.getArgSpec();
    if (about == null || !said.startsWith("Invalid value for ")) {
      return FailureReport.ended(said);
    }
    String why = WrongValue.reason(wrong, about, said.substring(said.indexOf(": ") + 2));
    boolean wholeSentence = Character.isUpperCase(why.charAt(0));
    return FailureReport.ended(wholeSentence ? why : name(about) + ": " + why);
  }
}
