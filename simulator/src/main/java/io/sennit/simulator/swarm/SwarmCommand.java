// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Clock;
import io.sennit.tools.page.Destination;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sennit simulate swarm}: many seeds, each a small world in which things go wrong. */
@picocli.CommandLine.Command(
    name = "swarm",
    description = {
      "Run the production code on fabrics with faults drawn from seeds, and check every promise.",
      "A seed that breaks one is told with the line that replays it, and what happened in it and"
          + " all its packets are written to files; the exit status is then 1. How far it is stands"
          + " in standard error: a bar on a terminal, elsewhere a line every 30 s."
    })
final class SwarmCommand implements Callable<Integer> {
  private static final double HOUR = 3600e9;
  private static final double SECOND = 1e9;
  private static final int MOST_RECORDS = 10;

  @Spec
  private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many seeds to run (default: ${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--from",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long from;

  @Option(
      names = "--jobs",
      paramLabel = "K",
      defaultValue = "1",
      description = "How many to run at a time (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(names = "--until-broken", description = "Stop at the first broken promise.")
  private boolean untilBroken;

  @Option(names = "--trace", description = "Print everything that happens in the first seed.")
  private boolean trace;

  @Option(
      names = "--without",
      paramLabel = "KIND",
      split = ",",
      description = "Leave out these kinds of faults, such as loss,flap.")
  private List<FaultKind> without = List.of();

  @Option(
      names = "--calls",
      paramLabel = "N",
      description = "No more calls of each session than these.")
  private int calls = Integer.MAX_VALUE;

  @Option(
      names = "--heal",
      paramLabel = "TIME",
      converter = Millis.class,
      description = "End all faults by this time of the world, such as 50ms.")
  private long healMillis = Long.MAX_VALUE / SwarmCase.MILLI;

  @Option(
      names = "--shrink",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to look for a smaller case of a broken seed: fewer kinds of faults,"
          + " fewer calls, an earlier end; 0: not at all (default: ${DEFAULT-VALUE}).")
  private int shrinkSeconds;

  @Option(
      names = "--records",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where trace and packets of broken seeds are put, of the first " + MOST_RECORDS
          + " (default: the working directory). Hostile devices make no packets.")
  private Path records = Path.of(".");

  private final Tally tally = new Tally();

  SwarmCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    requirePositive("--seeds", seeds);
    requirePositive("--jobs", jobs);
    requirePositive("--calls", calls);
    requirePositive("--heal", healMillis);
    if (shrinkSeconds < 0) {
      throw new ParameterException(spec.commandLine(), "--shrink is 0 or more");
    }
    if (!trace) {
      Destination.requireDirectory(records, "--records");
    }
    quietSessions();
    PrintWriter out = spec.commandLine().getOut();
    Progress progress = new Progress(System.err, isTerminal(), Clock.system(), trace ? 1 : seeds);
    if (trace) {
      tell(out, SwarmRun.of(caseOf(from), (world, fabric) -> world.trace().readBy(out::println)));
    } else {
      new Swarm(from, seeds, jobs).run(this::caseOf, outcome -> {
        outcome.violation().ifPresent(violation -> progress.clear());
        boolean goesOn = tell(out, outcome);
        progress.show(tally);
        return goesOn;
      });
    }
    progress.clear();
    summarize(out, progress.seconds());
    return tally.failures() == 0 ? 0 : 1;
  }

  private void requirePositive(String option, long value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " is at least 1, not " + value);
    }
  }

  /**
   * Thousands of them come and go: their lines, which are for one process, would hide all else, and
   * so would those of peers that are lied to.
   */
  private static void quietSessions() {
    quiet("rpc.session", "warn");
    quiet("multipath", "warn");
    quiet("multipath.Intrusions", "error");
  }

  private static void quiet(String part, String level) {
    String property = "org.slf4j.simpleLogger.log.io.sennit." + part;
    if (System.getProperty(property) == null) {
      System.setProperty(property, level);
    }
  }

  private boolean tell(PrintWriter out, Outcome outcome) {
    tally.add(outcome);
    outcome.violation().ifPresent(violation -> {
      Report report = new Report(out, records, Duration.ofSeconds(shrinkSeconds), SwarmRun::of);
      report.tell(caseOf(outcome.seed()), violation);
      if (!trace && tally.failures() <= MOST_RECORDS) {
        out.flush();
        report.tellMore(caseOf(outcome.seed()), outcome);
      }
      out.flush();
    });
    return !untilBroken || outcome.violation().isEmpty();
  }

  /** What is left of a seed by the options. */
  SwarmCase caseOf(long seed) {
    long healNanos = healMillis >= Long.MAX_VALUE / SwarmCase.MILLI
        ? Long.MAX_VALUE
        : healMillis * SwarmCase.MILLI;
    return new SwarmCase(seed, Set.copyOf(without), calls, healNanos);
  }

  /** Reads times in milliseconds. */
  static final class Millis implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (!text.matches("\\d{1,9}ms")) {
        throw new TypeConversionException("'" + text + "' is no time such as 50ms");
      }
      return Long.valueOf(text.substring(0, text.length() - 2));
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private String line(double seconds) {
    return String.format(
        Locale.ROOT,
        "%,d of %,d seeds, %.1f seeds/s, %.1f virtual hours, %,d calls, %,d broken promises",
        tally.seeds(),
        trace ? 1 : seeds,
        tally.seeds() / seconds,
        tally.virtualNanos() / HOUR,
        tally.calls(),
        tally.failures());
  }

  /** Processor time that this process has used, positive; other load does not change it. */
  private static double processorSeconds() {
    Duration used = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return Math.max(1, used.toNanos()) / SECOND;
  }

  private void summarize(PrintWriter out, double seconds) {
    out.println(line(seconds));
    out.printf(
        Locale.ROOT,
        "%.0f s; %,d packets, %,.0f events/s, %,.0f in a second of a processor%n",
        seconds,
        tally.packets(),
        tally.events() / seconds,
        tally.events() / processorSeconds());
    out.println("faults begun:");
    for (FaultKind kind : FaultKind.values()) {
      out.printf(
          Locale.ROOT,
          "  %-18s %,d%n",
          kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
          tally.faults().get(kind));
    }
    out.flush();
  }
}
