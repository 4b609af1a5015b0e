// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The table that the command prints. */
final class CongestionCommandTest {
  private final StringWriter out = new StringWriter();
  private final CommandLine command =
      new CommandLine(new CongestionCommand()).setOut(new PrintWriter(out));

  @Test
  void aTableHasARowForEachControl() {
    assertEquals(0, command.execute("--case", "16 to 1 . 20 us . ECN"));
    List<String> lines = out.toString().lines().toList();
    assertEquals(4, lines.size(), lines.toString());
    long columns = lines.getFirst().chars().filter(each -> each == '|').count();
    for (String line : lines) {
      assertEquals(columns, line.chars().filter(each -> each == '|').count(), line);
    }
    assertTrue(lines.get(2).startsWith("| 16 to 1 | 20 us | ECN | swift |"), lines.toString());
    assertTrue(lines.get(3).startsWith("| 16 to 1 | 20 us | ECN | dcqcn |"), lines.toString());
  }

  @Test
  void settingsThatNobodyKnowsAreRefused() {
    assertRefused("Invalid value", "[");
    assertRefused("No setting has '1,000 flows' in it; one is '", "1,000 flows");
  }

  private void assertRefused(String words, String only) {
    Exception[] thrown = new Exception[1];
    command.setParameterExceptionHandler((exception, arguments) -> {
      thrown[0] = exception;
      return 2;
    });
    assertEquals(2, command.execute("--case", only));
    ParameterException refusal = assertInstanceOf(ParameterException.class, thrown[0], only);
    assertTrue(String.valueOf(refusal.getMessage()).contains(words), refusal::toString);
  }
}
