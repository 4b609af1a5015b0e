// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A page that needs nothing but a browser: data, style and plot library inside. Stateless, safe
 * from any thread.
 */
public final class HtmlReport {
  private static final String PLOT = "META-INF/resources/webjars/uplot/1.6.30/dist/";

  /** What is not known is null, and not left out: a page can tell the two apart. */
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  private HtmlReport() {}

  /**
   * Writes the page whole or not at all.
   *
   * @param template a resource's name, such as {@code io/sennit/benchmarks/demo/report.html}
   * @param data what the page's script reads, see the template
   */
  public static void write(Path target, String template, JsonObject data) throws IOException {
    Path absolute = target.toAbsolutePath();
    Path partial = absolute.resolveSibling(
        absolute.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      Files.writeString(partial, page(template, data));
      Files.move(partial, absolute, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /** Gson escapes {@code <}, so that no text in the data can end the script element. */
  static String page(String template, JsonObject data) throws IOException {
    return resource(template)
        .replace("{{uPlot.min.css}}", resource(PLOT + "uPlot.min.css"))
        .replace("{{uPlot.iife.min.js}}", resource(PLOT + "uPlot.iife.min.js"))
        .replace("{{data}}", GSON.toJson(data));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the class path or module path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
