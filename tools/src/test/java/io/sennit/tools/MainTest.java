// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.session.Nearest;
import io.sennit.tools.spi.Command;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Relaunch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void makeQuietAgain() {
    new Verbosity(0).apply();
  }

  @Test
  void aCommandFoundAsProviderRunsAndItsStatusIsTheExitStatus() {
    assertEquals(7, run("exit", "7"), err::toString);
  }

  @Test
  void aMisspeltCommandIsAnsweredWithTheNearestOne() {
    assertEquals(2, run("fial"), err::toString);
    assertTrue(
        err.toString().contains("There is no command 'fial'; did you mean 'fail'?"), err::toString);
    assertFalse(err.toString().contains("\tat "), err::toString);
  }

  @Test
  void aWordLikeNoCommandGetsNoSuggestion() {
    assertEquals(2, run("zebra"), err::toString);
    assertTrue(err.toString().contains("There is no command 'zebra'."), err::toString);
    assertEquals(2, run("zebra", "--help"), out::toString);
    assertEquals("", out.toString());
  }

  @Test
  void anAbbreviationIsFoundByTheWholeWord() {
    assertEquals(Optional.of("ls"), Nearest.to("list", List.of("get", "ls", "put", "stat")));
    assertEquals(Optional.empty(), Nearest.to("least", List.of("set")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit | STATUS is missing.",
        "exit soon | STATUS: 'soon' is not a whole number.",
        "exit 7 8 | '8' is one argument too many.",
        "exit 7 --flavour | There is no option '--flavour'.",
        "exit 7 --aftr=3 | There is no option '--aftr'; did you mean '--after'?",
        "exit 7 -Da.b=c | '-Da.b=c' is for the JVM and comes before the command: ./sennit -Da.b=c"
            + " exit.",
        "exit 7 -Xmx1g | '-Xmx1g' is for the JVM and comes before the command: ./sennit -Xmx1g"
            + " exit.",
        "exit 7 --after 1 --after 2 | --after is there twice.",
        "exit 7 --share x | --share: 'x' is not a number.",
        "exit 7 --case ( | --case: '(' is no regular expression: unclosed group.",
        "exit 7 --host a.b..c | --host: 'a.b..c' is neither an IP address nor the name of a host"
            + " that is known.",
        "exit 7 --colour rad | --colour: 'rad' is none of Red, Blue.",
        "exit 7 --csv --json | Only one of --csv, --json can be had at a time.",
        "exit 7 --helpp | There is no option '--helpp'; did you mean '--help'?",
        "exit 7 --after | --after needs a value.",
        "exit 7 -x | There is no option '-x'.",
        "exit 7 8 --help | '8' is one argument too many.",
        "exit --help --hepl | There is no option '--hepl'; did you mean '--help'?",
        "group exiit --help | There is no command 'exiit'; did you mean 'exit'?",
        "group | Name a command: exit, fail.",
        "group exiit | There is no command 'exiit'; did you mean 'exit'?",
      })
  void whatIsWrongWithALineIsSaidInOurWords(String line, String sentence) {
    assertEquals(2, run(line.split(" ")), err::toString);
    String command = line.startsWith("group") ? "group" : "exit";
    assertEquals(
        List.of("sennit " + command + ": " + sentence, "Try: ./sennit " + command + " --help"),
        err.toString().lines().toList());
  }

  @Test
  void onlyTheTopLevelSpeaksOfTheSourceTree() {
    assertEquals(0, run("--help"), err::toString);
    assertTrue(out.toString().contains("./sennit test"), out::toString);
    assertTrue(out.toString().contains("./sennit -Dsennit."), out::toString);
    out.getBuffer().setLength(0);
    assertEquals(0, run("exit", "--help"), err::toString);
    assertFalse(out.toString().contains("./sennit test"), out::toString);
  }

  @Test
  void aKnownFailureIsOneSentenceAndNoStackTrace() {
    assertEquals(1, run("fail"), err::toString);
    assertEquals(
        "sennit fail: The disk is full; make room." + System.lineSeparator(), err.toString());
  }

  @Test
  void theStackTraceIsShownWhenMoreIsAskedFor() {
    Verbosity.of(List.of("fail", "-v")).apply();
    assertEquals(1, run("fail", "-v"), err::toString);
    assertTrue(err.toString().contains("\tat "), err::toString);
  }

  @Test
  void aDefectNamesItselfAndSaysHowToLearnMore() {
    assertEquals(1, run("break"), err::toString);
    assertEquals(
        "sennit break: Unexpected IllegalStateException (odd); run again with -v."
            + System.lineSeparator(),
        err.toString());
  }

  @Test
  void theVersionIsTheProjectsAndNotAPlaceholder() {
    assertEquals(0, run("--version"), err::toString);
    assertTrue(out.toString().matches("(?s)sennit \\d+\\.\\d+\\.\\d+.*JDK \\d+.*"), out::toString);
  }

  @Test
  void noCommandShowsEveryCommand() {
    assertEquals(0, run(), err::toString);
    assertTrue(out.toString().contains("break"), out::toString);
  }

  @Test
  void verbosityCountsEveryVBeforeTheDoubleDash() {
    assertEquals(new Verbosity(0), Verbosity.of(List.of("demo", "--", "-v")));
    assertEquals(new Verbosity(2), Verbosity.of(List.of("demo", "-vv")));
    assertEquals(new Verbosity(3), Verbosity.of(List.of("-vv", "demo", "--verbose", "-v")));
  }

  @Test
  void aSecondProcessGetsTheSameClassesAndItsOwnArguments() {
    List<String> line = Relaunch.commandLine(List.of("blobs", "serve"));
    assertEquals(
        List.of(Main.class.getName(), "blobs", "serve"),
        line.subList(line.size() - 3, line.size()),
        line::toString);
    assertTrue(line.contains(System.getProperty("java.class.path")), line::toString);
    assertTrue(line.contains("--enable-native-access=ALL-UNNAMED"), line::toString);
  }

  @Test
  void moreIsLoggedOfSennitAndOfOthersWarningsOnly() {
    for (String[] each : new String[][] {
      {"-v", "info"}, {"-vv", "debug"}, {"-vvv", "trace"},
    }) {
      Verbosity.of(List.of(each[0])).apply();
      assertEquals(each[1], System.getProperty("org.slf4j.simpleLogger.log.io.sennit"), each[0]);
      assertEquals("warn", System.getProperty("org.slf4j.simpleLogger.defaultLogLevel"), each[0]);
      assertEquals(Level.WARNING, Logger.getLogger("").getLevel(), each[0]);
    }
  }

  @Test
  void aSecondProcessLogsAsMuch() {
    new Verbosity(2).apply();
    List<String> line = Relaunch.commandLine(List.of("blobs", "serve"));
    assertEquals("-vv", line.getLast(), line::toString);
    assertEquals(new Verbosity(2), Verbosity.of(line));
  }

  private int run(String... arguments) {
    List<Command> commands = List.of(Exit::new, Fail::new, Break::new, Group::new);
    CommandLine line = Main.commandLine(commands);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @CommandLine.Command(name = "exit")
  @SuppressWarnings("UnusedVariable") // Most of it is only to be wrong about.
  static final class Exit implements Callable<Integer> {
    @CommandLine.Parameters(paramLabel = "STATUS")
    private int status;

    @CommandLine.Option(names = "--after")
    private int seconds;

    @CommandLine.Option(names = "--share")
    private double share;

    @CommandLine.Option(names = "--case")
    private Pattern wanted = Pattern.compile("");

    @CommandLine.Option(names = "--host")
    private InetAddress host = InetAddress.getLoopbackAddress();

    @CommandLine.Option(names = "--colour")
    private Colour colour = Colour.RED;

    @CommandLine.ArgGroup
    private Form form = new Form();

    /** Two that exclude each other. */
    static final class Form {
      @CommandLine.Option(names = "--csv")
      private boolean csv;

      @CommandLine.Option(names = "--json")
      private boolean json;
    }

    /** Its words are not its names. */
    enum Colour {
      RED("Red"),
      BLUE("Blue");

      private final String word;

      Colour(String word) {
        this.word = word;
      }

      @Override
      public String toString() {
        return word;
      }
    }

    @Override
    public Integer call() {
      return status;
    }
  }

  @CommandLine.Command(name = "fail")
  static final class Fail implements Runnable {
    @Override
    public void run() {
      throw new CommandException("The disk is full; make room.", new IOException("ENOSPC"));
    }
  }

  @CommandLine.Command(
      name = "group",
      subcommands = {Exit.class, Fail.class})
  static final class Group {}

  @CommandLine.Command(name = "break")
  static final class Break implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("odd");
    }
  }
}
