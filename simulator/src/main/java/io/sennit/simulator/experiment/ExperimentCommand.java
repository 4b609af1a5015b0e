// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Clock;
import io.sennit.tools.spi.CommandException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit simulate experiment}: policies side by side. */
@picocli.CommandLine.Command(
    name = "experiment",
    description = {
      "Run ways to spread traffic over links side by side: the same fabric, flows, faults and",
      "seeds. Policies but Sennit's are models of their published rules; every row says which",
      "model ran it. Without a name, the experiments are listed."
    })
public final class ExperimentCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "An experiment, such as link-cut.")
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

  @Option(names = "--csv", description = "Print a line for each policy and seed instead.")
  private boolean csv;

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
    if (seeds < 1) {
      throw new CommandException("--seeds must be at least 1.");
    }
    run(experiment(name), out);
    out.flush();
    return 0;
  }

  private static Experiment experiment(String name) {
    return Catalogue.find(name)
        .orElseThrow(() -> new CommandException("There is no experiment " + name + "; there are "
            + Catalogue.all().stream().map(Experiment::name).collect(Collectors.joining(", "))
            + "."));
  }

  private void run(Experiment experiment, PrintWriter out) {
    out.println(csv ? Csv.HEAD : experiment.question());
    long startNanos = clock.nanoTime();
    long carried = 0;
    for (Plan plan : experiment.plans()) {
      List<Summary> summaries = new ArrayList<>();
      for (Policy policy : Policy.of(plan)) {
        Summary summary = run(plan, policy);
        summaries.add(summary);
        carried += summary.results().stream()
            .mapToLong(each -> each.work().carriedPackets())
            .sum();
        if (csv) {
          summary.results().forEach(each -> out.println(Csv.line(each)));
        }
      }
      if (!csv) {
        out.println(Table.of(summaries));
      }
      out.flush();
    }
    if (!csv) {
      tellSpeed(out, carried, clock.nanoTime() - startNanos);
    }
  }

  private Summary run(Plan plan, Policy policy) {
    List<TrialResult> results = new ArrayList<>();
    for (int at = 0; at < seeds; at++) {
      results.add(Trial.run(plan, policy, from + at));
    }
    return new Summary(results);
  }

  private static void tellSpeed(PrintWriter out, long carried, long nanos) {
    out.printf(
        Locale.ROOT,
        "%.1f s; %,d packets over links, %,.0f a second%n",
        nanos / 1e9,
        carried,
        carried * 1e9 / Math.max(1, nanos));
  }
}
