// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rows for people, printed as soon as a case is done. Confined to one thread. */
final class Table implements Watcher {
  private static final String LINE = "%-34s %-22s %14s  %-26s %14s %7s  %-8s%s%n";

  private final PrintWriter out;
  private final boolean terminal;

  private Table(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  static Table on(PrintWriter out) {
    boolean terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    Table table = new Table(out, terminal);
    out.printf(LINE, "case", "metric", "sennit", "beside", "", "ratio", "target", "");
    out.flush();
    return table;
  }

  @Override
  public void round(Case which, String phase, int number) {
    if (terminal) {
      out.printf("\r\033[K%s: %s %d", which.name(), phase, number);
      out.flush();
    }
  }

  @Override
  public void done(Case which, Rounds rounds) {
    if (terminal) {
      out.print("\r\033[K");
    }
    rounds.rows().forEach(this::print);
    out.flush();
  }

  private void print(Row row) {
    out.printf(
        LINE,
        row.name(),
        row.metric(),
        value(row.sennit(), row.unit()),
        row.peer(),
        value(row.peerValue(), row.unit()),
        String.format(Locale.ROOT, "%.2f", row.ratio()),
        row.target(),
        row.isMissed() ? "missed" : "");
  }

  private static String value(double value, String unit) {
    return String.format(Locale.ROOT, value < 100 ? "%,.1f %s" : "%,.0f %s", value, unit);
  }

  /** How many targets were met. */
  void finish(List<Row> rows) {
    long asked = rows.stream().filter(row -> row.met() != null).count();
    long missed = rows.stream().filter(Row::isMissed).count();
    out.printf("%d of %d targets met.%n", asked - missed, asked);
    out.flush();
  }
}
