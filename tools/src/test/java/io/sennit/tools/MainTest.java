// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.Command;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Relaunch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
  void aSecondProcessLogsAsMuch() {
    new Verbosity(2).apply();
    List<String> line = Relaunch.commandLine(List.of("blobs", "serve"));
    assertEquals("-vv", line.getLast(), line::toString);
    assertEquals(new Verbosity(2), Verbosity.of(line));
  }

  private int run(String... arguments) {
    List<Command> commands = List.of(Exit::new, Fail::new, Break::new);
    CommandLine line = Main.commandLine(commands);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @CommandLine.Command(name = "exit")
  static final class Exit implements Callable<Integer> {
    @CommandLine.Parameters
    private int status;

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

  @CommandLine.Command(name = "break")
  static final class Break implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("odd");
    }
  }
}
