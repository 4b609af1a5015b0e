// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page needs nothing but itself. */
final class HtmlReportTest {
  private static final String TEMPLATE = "io/sennit/tools/page/page.html";
  private static final Pattern DATA = Pattern.compile(
      "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

  @Test
  void dataComesThroughEvenIfItLooksLikeMarkup() throws IOException {
    JsonObject data = new JsonObject();
    data.addProperty("host", "</script><b>&'\"");
    Matcher found = DATA.matcher(HtmlReport.page(TEMPLATE, data));
    assertTrue(found.find());
    assertEquals(data, JsonParser.parseString(found.group(1)));
  }

  @Test
  void whatIsNotKnownIsNullAndNotLeftOut() throws IOException {
    JsonObject data = new JsonObject();
    data.add("recoveryMicros", JsonNull.INSTANCE);
    Matcher found = DATA.matcher(HtmlReport.page(TEMPLATE, data));
    assertTrue(found.find());
    assertEquals("{\"recoveryMicros\":null}", found.group(1));
  }

  @Test
  void itRefersToNothingOutside() throws IOException {
    String page = HtmlReport.page(TEMPLATE, new JsonObject());
    assertFalse(page.contains("{{"), "a placeholder was left");
    assertFalse(Pattern.compile("(src|href)\\s*=\\s*\"").matcher(page).find());
    assertTrue(page.contains("var uPlot="), "the plot library is missing");
  }

  @Test
  void itIsThereAsAWholeAndNothingElse(@TempDir Path directory) throws IOException {
    Path target = directory.resolve("report.html");
    Files.writeString(target, "an older one");
    HtmlReport.write(target, TEMPLATE, new JsonObject());
    assertTrue(Files.readString(target).endsWith("</html>\n"));
    try (var files = Files.list(directory)) {
      assertEquals(List.of(target), files.toList());
    }
  }
}
