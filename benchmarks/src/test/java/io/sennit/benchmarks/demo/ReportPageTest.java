// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import io.sennit.tools.page.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's page needs nothing but itself. */
final class ReportPageTest {
  @Test
  void itRefersToNothingOutside(@TempDir Path directory) throws IOException {
    Path target = directory.resolve("report.html");
    HtmlReport.write(target, "io/sennit/benchmarks/demo/report.html", new JsonObject());
    String page = Files.readString(target);
    assertFalse(page.contains("{{"), "a placeholder was left");
    assertFalse(Pattern.compile("(src|href)\\s*=\\s*\"").matcher(page).find());
  }
}
