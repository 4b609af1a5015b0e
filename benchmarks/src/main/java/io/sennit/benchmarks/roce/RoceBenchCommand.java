// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.benchmarks.harness.BenchOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sennit bench roce}. */
@Command(
    name = "roce",
    description = {
      "Measure one queue pair over RoCEv2 between two processes, beside bare UDP.",
      "Both are on loopback addresses; bare UDP is by the same system calls, without a protocol."
    })
public final class RoceBenchCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private final BenchOptions options = new BenchOptions();

  /** For picocli. */
  public RoceBenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    return options.run(new RoceBench(), spec.commandLine());
  }
}
