// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ConfigCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void sayNoMoreThanAsked() {
    new Verbosity(0).apply();
  }

  @Test
  void everyOptionIsALineWithItsSource() {
    assertEquals(0, run("config", "sennit:///h:1?strands=3"), err::toString);
    assertTrue(line("OPTION").matches("OPTION +VALUE +UNIT +DEFAULT +RANGE +FROM +MEANING"));
    assertTrue(line("strands ").matches("strands +3 +number +auto .*target .*"), out::toString);
    assertTrue(line("silence ").matches("silence +10s +time +10s .*default .*"), out::toString);
    assertTrue(line("braid.chunkBytes ").contains("64KiB"), out::toString);
  }

  @Test
  void aPropertyIsNamedAsTheSource() {
    System.setProperty("sennit.maxSessions", "17");
    try {
      assertEquals(0, run("config"), err::toString);
      assertTrue(line("maxSessions ").matches(".* 17 .*property.*"), out::toString);
    } finally {
      System.clearProperty("sennit.maxSessions");
    }
  }

  @Test
  void whatOnlyAPropertySaysIsALineToo() {
    System.setProperty("sennit.grpc.preferred", "true");
    try {
      assertEquals(0, run("config"), err::toString);
      assertTrue(
          line("sennit.grpc.preferred ").matches(".* true +true or false +false .* property .*"),
          out::toString);
      assertTrue(line("sennit.onFatal ").contains("default"), out::toString);
    } finally {
      System.clearProperty("sennit.grpc.preferred");
    }
  }

  @Test
  void whatIsNoOptionIsAnsweredWithTheNearestOne() {
    assertEquals(2, run("config", "h:1?strand=3"), out::toString);
    assertEquals(
        List.of(
            "sennit config: Unknown option 'strand'; did you mean 'strands'?",
            "Try: ./sennit config --help"),
        err.toString().lines().toList());
  }

  @Test
  void aPropertyOutOfRangeIsASentenceWithItsName() {
    System.setProperty("sennit.strands", "99");
    try {
      assertEquals(1, run("config"), out::toString);
      assertEquals(
          "sennit config: Option 'sennit.strands' cannot be '99': allowed is auto, 1 to 16."
              + System.lineSeparator(),
          err.toString());
    } finally {
      System.clearProperty("sennit.strands");
    }
  }

  @Test
  void thePageOfSettingsSaysTheDefaultsInForce() throws IOException {
    Map<String, String> defaults = new HashMap<>();
    for (Setting setting : Configuration.ofProcess().settings()) {
      defaults.put(setting.key(), setting.standard());
    }
    Pattern row = Pattern.compile("\\| `([A-Za-z.]+)` \\| (?:`(.*?)`)? *\\| .*");
    int rows = 0;
    for (String line : Files.readAllLines(Path.of("..", "docs", "SETTINGS.md"))) {
      Matcher said = row.matcher(line);
      if (said.matches()) {
        String standard = said.group(2) == null ? "" : said.group(2);
        assertEquals(defaults.get(said.group(1)), standard, line);
        rows++;
      }
    }
    assertTrue(rows > 12, "rows: " + rows);
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine(List.of(new ConfigCommand()));
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private String line(String start) {
    return out.toString()
        .lines()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line '" + start + "' in\n" + out));
  }
}
