// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.sennit.base.Clock;
import io.sennit.tools.page.Destination;
import io.sennit.tools.page.HtmlReport;
import io.sennit.tools.page.Machine;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit simulate experiment}: policies side by side. */
@picocli.CommandLine.Command(
    name = "experiment",
    description = {
      "Run ways to spread traffic over links side by side: the same fabric, flows, faults, seeds.",
      "Policies but Sennit's are models of their published rules; every row says which model ran"
          + " it. Without a name, the experiments are listed."
    })
public final class ExperimentCommand implements Callable<Integer> {
  private static final String TEMPLATE = "io/sennit/simulator/experiment/report.html";

  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "An experiment, such as link-cut, or a file with one (docs/TESTING.md).")
  private @Nullable String name;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many seeds; figures are medians over them (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--from",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long from;

  @Option(
      names = "--jobs",
      paramLabel = "K",
      description = {
        "How many trials at a time, which changes no figure (default: the processors).",
        "One of a thousand hosts takes some 2 GB: allow for that with -Xmx."
      })
  private @Nullable Integer jobs;

  @ArgGroup(exclusive = true)
  private Format format = new Format();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with plots besides; it needs nothing but a browser.")
  private @Nullable Path html;

  /** How results are printed; a table otherwise. */
  static final class Format {
    @Option(names = "--csv", description = "Print a line for each policy and seed.")
    private boolean csv;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--markdown", description = "Print a table for documents.")
    private boolean markdown;

    boolean table() {
      return !csv && !json && !markdown;
    }

    /** What comes first; nothing for JSON, which is one object. */
    Optional<String> head(Experiment experiment) {
      if (json) {
        return Optional.empty();
      }
      return Optional.of(csv ? Csv.HEAD : markdown ? Markdown.HEAD : experiment.question());
    }
  }

  private final Clock clock = Clock.system();

  /** Made by picocli. */
  public ExperimentCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      Catalogue.all().forEach(each -> out.printf("%-26s %s%n", each.name(), each.question()));
      return 0;
    }
    requirePositive("--seeds", seeds);
    requirePositive("--jobs", jobs());
    Experiment experiment = experiment(name);
    if (html != null) {
      Destination.requireFile(html, "--html");
    }
    run(experiment, out);
    out.flush();
    return 0;
  }

  private void requirePositive(String option, long value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " is at least 1, not " + value);
    }
  }

  private int jobs() {
    return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
  }

  private Experiment experiment(String wanted) {
    return Catalogue.find(wanted).orElseGet(() -> fromFile(wanted));
  }

  private Experiment fromFile(String file) {
    try (Reader text = Files.newBufferedReader(Path.of(file))) {
      return ExperimentFile.read(text);
    } catch (RefusedFileException e) {
      throw new CommandException(file + ":" + e.line() + ": " + e.getMessage() + ".", e);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new ParameterException(
          spec.commandLine(),
          "There is neither an experiment nor a file " + Printable.text(file)
              + "; there are the experiments "
              + Catalogue.all().stream().map(Experiment::name).collect(Collectors.joining(", "))
              + ".",
          e);
    } catch (IOException e) {
      throw new CommandException(file + " cannot be read: " + FileReason.of(e) + ".", e);
    }
  }

  private void run(Experiment experiment, PrintWriter out) {
    format.head(experiment).ifPresent(out::println);
    long startNanos = clock.nanoTime();
    List<List<Summary>> plans = runAll(experiment, out);
    JsonObject report = Report.of(experiment, plans, Machine.current().sentence());
    if (format.json) {
      out.println(
          new GsonBuilder().setPrettyPrinting().serializeNulls().create().toJson(report));
    }
    if (format.table()) {
      tellPublished(experiment, plans, out);
      tellSpeed(out, carried(plans), clock.nanoTime() - startNanos, processorNanos());
    }
    write(report);
  }

  private List<List<Summary>> runAll(Experiment experiment, PrintWriter out) {
    List<List<Summary>> plans = new ArrayList<>();
    try (Trials trials = new Trials(jobs())) {
      for (Plan plan : experiment.plans()) {
        List<Summary> summaries =
            trials.run(plan, Trials.seeds(from, seeds), summary -> tellLines(summary, out));
        tellTable(summaries, out);
        plans.add(summaries);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("The experiment was interrupted.", e);
    }
    return plans;
  }

  private void tellLines(Summary summary, PrintWriter out) {
    if (format.csv) {
      summary.results().forEach(each -> out.println(Csv.line(each)));
      out.flush();
    }
    if (format.markdown) {
      out.println(Markdown.row(summary));
      out.flush();
    }
  }

  private void tellTable(List<Summary> summaries, PrintWriter out) {
    if (format.table()) {
      out.print(Table.of(summaries));
      Behind.of(summaries).forEach(sentence -> out.println("  behind: " + sentence));
      out.println();
      out.flush();
    }
  }

  private static void tellPublished(
      Experiment experiment, List<List<Summary>> plans, PrintWriter out) {
    for (Published published : Published.about(experiment.name())) {
      out.println("published: " + published.claim() + " (" + published.source() + ")");
      for (List<Summary> plan : plans) {
        out.println(
            "  here, " + plan.getFirst().plan().name() + ": " + published.here().apply(plan));
      }
    }
  }

  private static long carried(List<List<Summary>> plans) {
    return plans.stream()
        .flatMap(List::stream)
        .flatMap(summary -> summary.results().stream())
        .mapToLong(result -> result.work().carriedPackets())
        .sum();
  }

  private void write(JsonObject report) {
    if (html != null) {
      try {
        HtmlReport.write(html, TEMPLATE, report);
      } catch (IOException e) {
        throw new CommandException(
            "The page cannot be written to " + html + ": " + FileReason.of(e) + ".", e);
      }
    }
  }

  /** Of all of this process so far, with what compiles and collects garbage; 0 if unknown. */
  private static long processorNanos() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .orElse(0L);
  }

  private static void tellSpeed(PrintWriter out, long carried, long nanos, long processorNanos) {
    out.printf(
        Locale.ROOT,
        "%.1f s; %,d packets over links, %,.0f a second, %,.0f a second of a processor%n",
        nanos / 1e9,
        carried,
        carried * 1e9 / Math.max(1, nanos),
        carried * 1e9 / Math.max(1, processorNanos));
  }
}
