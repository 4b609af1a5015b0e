// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.sennit.tools.page.Destination;
import io.sennit.tools.page.HtmlReport;
import io.sennit.tools.page.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that every benchmark has, and what a benchmark then does. Used by one thread. */
public final class BenchOptions {
  private static final String PAGE = "io/sennit/benchmarks/harness/report.html";
  private static final Gson GSON = new GsonBuilder()
      .setPrettyPrinting()
      .serializeNulls()
      .disableHtmlEscaping()
      .create();

  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Option(names = "--quick", description = "Few, short rounds: rough figures.")
  private boolean quick;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write an HTML page with the table and a plot of all rounds.")
  private @Nullable Path report;

  @Option(
      names = "--profile",
      paramLabel = "DIR",
      description = "Keep a flight recording of both ends of ours for each case in this directory,"
          + " and say where their time went.")
  private @Nullable Path profiles;

  @Option(
      names = "--case",
      paramLabel = "REGEX",
      defaultValue = "",
      description = "Only the cases in whose name this is found.")
  private Pattern wanted;

  /** For picocli. */
  public BenchOptions() {}

  /** Runs a benchmark; returns the exit status. */
  public int run(Bench bench, CommandLine line) throws IOException, InterruptedException {
    PrintWriter out = line.getOut();
    List<Case> cases = cases(bench, line);
    Optional<Path> places = Optional.ofNullable(profiles).map(Path::toAbsolutePath);
    places.ifPresent(directory -> Destination.requireDirectory(directory, "--profile"));
    Optional.ofNullable(report).ifPresent(file -> Destination.requireFile(file, "--report"));
    Machine machine = Machine.current();
    List<Row> rows = new ArrayList<>();
    Table table = Table.on(json ? new PrintWriter(Writer.nullWriter()) : out);
    try (Run run = new Run(bench, bench.effort(quick), table, places)) {
      for (Case each : cases) {
        rows.addAll(run.measure(each).rows());
      }
      table.finish(rows);
      if (places.isPresent()) {
        new ProfileTable(json ? line.getErr() : out).print(run, cases);
      }
    }
    write(bench, machine, rows, out);
    return 0;
  }

  private List<Case> cases(Bench bench, CommandLine line) {
    List<Case> all = quick && wanted.pattern().isEmpty() ? bench.quickCases() : bench.cases();
    List<Case> chosen =
        all.stream().filter(each -> wanted.matcher(each.name()).find()).toList();
    if (chosen.isEmpty()) {
      throw new ParameterException(
          line, "No case has '" + wanted + "' in its name; there are " + names(bench.cases()));
    }
    return chosen;
  }

  /** In quotes, since names may have commas. */
  private static String names(List<Case> cases) {
    return cases.stream().map(each -> "'" + each.name() + "'").collect(Collectors.joining(", "));
  }

  private void write(Bench bench, Machine machine, List<Row> rows, PrintWriter out)
      throws IOException {
    JsonObject all = new JsonObject();
    all.addProperty("bench", bench.name());
    all.addProperty("title", bench.title());
    all.addProperty("quick", quick);
    all.add("machine", GSON.toJsonTree(machine));
    all.add("rows", GSON.toJsonTree(rows));
    if (json) {
      out.println(GSON.toJson(all));
      out.flush();
    }
    if (report != null) {
      all.addProperty("host", machine.sentence());
      HtmlReport.write(report, PAGE, all);
    }
  }
}
