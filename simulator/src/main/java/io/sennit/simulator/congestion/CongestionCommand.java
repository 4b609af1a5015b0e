// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import io.sennit.roce.Congestion;
import io.sennit.roce.EngineConfig;
import io.sennit.simulator.congestion.Figures.Spread;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit simulate congestion}: congestion controls in turns at one bottleneck. */
@picocli.CommandLine.Command(
    name = "congestion",
    description = {
      "Run the RoCEv2 engine's congestion controls at a bottleneck of 25 Gbit/s in virtual time.",
      "Prints goodput, fairness, queue, drops and the time of 64 KiB messages, as a table in"
          + " Markdown."
    })
public final class CongestionCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--case",
      paramLabel = "REGEX",
      defaultValue = "",
      description = "Only settings that it is found in, such as '16 flows' or '200 us'.")
  private Pattern wanted;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What is lost by chance (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** Made by picocli. */
  public CongestionCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<Setting> settings = Setting.all().stream()
        .filter(setting -> wanted.matcher(name(setting)).find())
        .toList();
    if (settings.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "No setting has '" + wanted + "' in it; one is '" + name(Setting.all().getFirst()) + "'");
    }
    out.println("| flows | RTT | network | control | goodput | Jain | queue p50 / p99 | dropped"
        + " | 64 KiB p50 / p99 | settled |");
    out.println("|---|---|---|---|---:|---:|---:|---:|---:|---:|");
    for (Setting setting : settings) {
      for (Congestion congestion : Congestion.values()) {
        EngineConfig engine = EngineConfig.STANDARD.withCongestion(congestion);
        Figures figures = Trial.of(setting, engine, Trial.Lengths.STANDARD, seed);
        out.println(row(name(setting), congestion, figures));
        out.flush();
      }
    }
    return 0;
  }

  private static String name(Setting setting) {
    return setting.who() + " | " + setting.roundTripMicros() + " us | " + setting.network();
  }

  private static String row(String name, Congestion congestion, Figures figures) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.3f | %.3f | %s | %.2f %% | %s | %s |",
        name,
        congestion.name().toLowerCase(Locale.ROOT),
        figures.goodput(),
        figures.fairness(),
        micros(figures.queueMicros()),
        figures.droppedPercent(),
        micros(figures.messageMicros()),
        settled(figures.settledMillis()));
  }

  private static String micros(Spread spread) {
    return String.format(Locale.ROOT, "%.0f / %.0f us", spread.p50(), spread.p99());
  }

  private static String settled(double millis) {
    if (millis == 0) {
      return "";
    }
    return millis < 0 ? "never" : String.format(Locale.ROOT, "%.0f ms", millis);
  }
}
