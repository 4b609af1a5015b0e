// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.Setting;
import io.sennit.tools.spi.Command;
import io.sennit.tools.spi.TargetArgument;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit config}: what sessions are configured with, and who said so. */
@CommandLine.Command(
    name = "config",
    description = {
      "Prints every option: value, unit, default, range, where the value came from, meaning.",
      "An option is said in a target (sennit:///host:7470?strands=2), or for all targets by a"
          + " system property (./sennit -Dsennit.strands=2 ...); a program's own word counts more."
    })
public final class ConfigCommand implements Command, Callable<Integer> {
  private static final List<String> HEAD =
      List.of("OPTION", "VALUE", "UNIT", "DEFAULT", "RANGE", "FROM", "MEANING");

  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "TARGET",
      converter = TargetArgument.Converter.class,
      description = "Its options count, such as 'sennit:///host:7470?strands=2'.")
  private @Nullable TargetArgument target;

  /** Made by the service loader. */
  public ConfigCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() {
    List<List<String>> table = new ArrayList<>();
    table.add(HEAD);
    settings().forEach(setting -> table.add(row(setting)));
    print(table);
    return 0;
  }

  private List<Setting> settings() {
    Map<String, String> options = target == null ? Map.of() : target.options();
    return Configuration.of(Map.of(), options).settings();
  }

  private static List<String> row(Setting setting) {
    return List.of(
        setting.key(),
        shown(setting.value()),
        setting.unit(),
        shown(setting.standard()),
        shown(setting.range()),
        setting.source().toString(),
        setting.meaning());
  }

  private static String shown(String text) {
    return text.isEmpty() ? "-" : text;
  }

  /** Columns as wide as they must be; the last one is not filled up. */
  private void print(List<List<String>> table) {
    int[] widths = new int[HEAD.size() - 1];
    for (List<String> row : table) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.append(row.getLast()));
    }
    out.flush();
  }
}
