// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    String sentence = outOfRange("link-cuts");
    assertTrue(
        sentence.startsWith("There is neither an experiment nor a file link-cuts; there are "),
        sentence);
    assertEquals("--seeds is at least 1, not 0", outOfRange("link-cut", "--seeds", "0"));
    assertEquals("--jobs is at least 1, not 0", outOfRange("link-cut", "--jobs", "0"));
  }

  @Test
  void aPageThatCannotBeWrittenIsRefusedBeforeTheRun(@TempDir Path directory) {
    Path page = directory.resolve("no").resolve("page.html");
    assertEquals(
        "Cannot write to " + page + ": its directory is not there; name another place with --html.",
        refusal("link-cut", "--html", page.toString()));
  }

  private static Path file(Path directory, String text) throws IOException {
    return Files.writeString(directory.resolve("mine.json"), text);
  }

  private static final String SMALL = """
      {"name": "mine", "horizonMillis": 5, "sampleMicros": 20,
       "topology": {"kind": "parallel", "links": [{}, {}]},
       "traffic": {"kind": "pair", "flows": 2, "bytes": 300000}}
      """;

  @Test
  void aFileIsRunAndShownInEveryForm(@TempDir Path directory) throws IOException {
    String name = file(directory, SMALL).toString();
    Path page = directory.resolve("mine.html");
    String table = run(name, "--seeds", "1", "--html", page.toString());
    assertTrue(table.contains("REPS style"), table);
    String html = Files.readString(page);
    assertFalse(html.contains("{{"), "a placeholder was left");
    assertFalse(Pattern.compile("(src|href)\\s*=\\s*\"").matcher(html).find());
    String csv = run(name, "--seeds", "2", "--csv");
    assertEquals(1 + 2 * 6, csv.lines().count(), csv);
    assertEquals(Csv.HEAD, csv.lines().findFirst().orElseThrow());
    List<String> rows = run(name, "--seeds", "1", "--markdown").lines().toList();
    assertEquals(2 + 6, rows.size(), rows::toString);
    for (String each : rows) {
      assertEquals(9, each.chars().filter(letter -> letter == '|').count(), each);
    }
    JsonObject json =
        JsonParser.parseString(run(name, "--json", "--seeds", "1")).getAsJsonObject();
    JsonObject plan = json.getAsJsonArray("plans").get(0).getAsJsonObject();
    assertEquals(6, plan.getAsJsonArray("rows").size(), json::toString);
    JsonObject row = plan.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertTrue(row.has("recoveryMicros"), "nothing fails, so that is null, but there");
    assertEquals("[[0.0,50.0]]", plan.getAsJsonArray("capacityGigabits").toString());
  }

  @Test
  void thePlotHasWhatTheLinksCarryAsTheFaultsAre(@TempDir Path directory) throws IOException {
    String withFault = SMALL.replace("\"traffic\"", """
        "faults": [{"kind": "cut", "cable": 1, "fromMicros": 1080}],
        "traffic\"""");
    String name = file(directory, withFault).toString();
    JsonObject json =
        JsonParser.parseString(run(name, "--json", "--seeds", "1")).getAsJsonObject();
    JsonObject plan = json.getAsJsonArray("plans").get(0).getAsJsonObject();
    assertEquals(
        "[[0.0,50.0],[1080.0,25.0]]", plan.getAsJsonArray("capacityGigabits").toString());
  }

  @Test
  void howManyTrialsRunAtATimeChangesNoByte(@TempDir Path directory) throws IOException {
    String withFault = SMALL.replace("\"traffic\"", """
        "fullStack": true,
        "faults": [{"kind": "grey", "cable": 1, "fromMicros": 0, "lostPpm": 20000}],
        "traffic\"""");
    String name = file(directory, withFault).toString();
    String one = run(name, "--seeds", "4", "--csv", "--jobs", "1");
    assertEquals(1 + 4 * 7, one.lines().count(), one);
    assertEquals(one, run(name, "--seeds", "4", "--csv", "--jobs", "4"));
    assertEquals(one, run(name, "--seeds", "4", "--csv"));
    assertNotEquals(one, run(name, "--seeds", "4", "--from", "2", "--csv"), "no seed matters");
  }

  @Test
  void aBadFileIsRefusedWithItsNameAndLine(@TempDir Path directory) throws IOException {
    String name = file(directory, SMALL.replace("300000", "0")).toString();
    String sentence = refusal(name);
    assertTrue(sentence.startsWith(name + ":3: a flow of 0 bytes from host 0"), sentence);
  }

  @Test
  void whatIsNoTextIsRefusedInWords(@TempDir Path directory) throws IOException {
    assertEquals(directory + " cannot be read: Is a directory.", refusal(directory.toString()));
    Path noText = Files.write(directory.resolve("no.json"), new byte[] {'{', (byte) 0xff});
    assertEquals(noText + " cannot be read: it is no text in UTF-8.", refusal(noText.toString()));
  }

  private static String outOfRange(String... arguments) {
    return said(CommandLine.ParameterException.class, arguments);
  }

  private static String refusal(String... arguments) {
    return said(CommandException.class, arguments);
  }

  private static String said(Class<? extends RuntimeException> kind, String... arguments) {
    CommandLine line = new CommandLine(new ExperimentCommand());
    line.parseArgs(arguments);
    ExperimentCommand command = line.getCommand();
    return String.valueOf(assertThrows(kind, command::call).getMessage());
  }
}
