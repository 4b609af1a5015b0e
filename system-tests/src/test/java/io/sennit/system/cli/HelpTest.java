// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** What every command says of itself: a list shows the first line of a description and no more. */
final class HelpTest {
  @Test
  void everyLineOfADescriptionIsWholeSentences() {
    List<String> cut = new ArrayList<>();
    for (CommandSpec command : commands()) {
      check(command.qualifiedName(), command.usageMessage().description(), cut);
      if (!command.usageMessage().hidden()) {
        for (ArgSpec argument : command.args()) {
          check(command.qualifiedName() + " " + argument, argument.description(), cut);
        }
      }
    }
    assertEquals(List.of(), cut);
  }

  @Test
  void noCommandIsLeftOut() {
    List<String> names = commands().stream().map(CommandSpec::qualifiedName).toList();
    assertTrue(
        names.containsAll(List.of("config", "blobs put", "bench multipath", "simulate swarm")),
        names::toString);
  }

  private static List<CommandSpec> commands() {
    return ServiceLoader.load(Command.class).stream()
        .map(ServiceLoader.Provider::get)
        .map(command -> new CommandLine(command.command()))
        .flatMap(HelpTest::withThoseBelow)
        .toList();
  }

  private static Stream<CommandSpec> withThoseBelow(CommandLine line) {
    return Stream.concat(
        Stream.of(line.getCommandSpec()),
        line.getSubcommands().values().stream().flatMap(HelpTest::withThoseBelow));
  }

  private static void check(String whose, String[] description, List<String> cut) {
    if (description.length == 0) {
      cut.add(whose + " says nothing");
    }
    Arrays.stream(description)
        .filter(line -> !line.endsWith(".") || !Character.isUpperCase(begin(line)))
        .forEach(line -> cut.add(whose + ": " + line));
  }

  /** A number begins a sentence as well as a capital letter. */
  private static char begin(String line) {
    return Character.isDigit(line.charAt(0)) ? 'A' : line.charAt(0);
  }
}
