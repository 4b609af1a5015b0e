// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.CommandException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command as a user types it. */
final class ExperimentCommandTest {
  private static String run(String... arguments) {
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(new ExperimentCommand()).setOut(new PrintWriter(text));
    line.setExecutionExceptionHandler((thrown, command, parsed) -> {
      throw thrown;
    });
    assertEquals(0, line.execute(arguments), text::toString);
    return text.toString();
  }

  @Test
  void withoutANameTheExperimentsAreListed() {
    String listed = run();
    assertTrue(listed.contains("link-cut"), listed);
    assertEquals(Catalogue.all().size(), listed.lines().count(), listed);
  }

  @Test
  void whatIsNotThereIsRefusedWithWhatIs() {
    String sentence = refusal("link-cuts");
    assertTrue(sentence.startsWith("There is no experiment link-cuts; there are "), sentence);
    assertEquals("--seeds must be at least 1.", refusal("link-cut", "--seeds", "0"));
  }

  private static String refusal(String... arguments) {
    CommandLine line = new CommandLine(new ExperimentCommand());
    line.parseArgs(arguments);
    ExperimentCommand command = line.getCommand();
    return String.valueOf(assertThrows(CommandException.class, command::call).getMessage());
  }
}
