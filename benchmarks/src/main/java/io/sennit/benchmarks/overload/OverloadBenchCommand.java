// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.benchmarks.harness.BenchOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sennit bench overload}. */
@Command(
    name = "overload",
    description = {
      "Measure what a server answers in time when up to ten times as many calls come as it can"
          + " answer, beside gRPC over Netty.",
      "A call takes 4 ms of a thread and has a second; calls come at fixed times, whatever becomes"
          + " of those before."
    })
public final class OverloadBenchCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private final BenchOptions options = new BenchOptions();

  /** For picocli. */
  public OverloadBenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    return options.run(new OverloadBench(), spec.commandLine());
  }
}
