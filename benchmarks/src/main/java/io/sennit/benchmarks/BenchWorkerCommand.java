// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks;

import io.sennit.benchmarks.harness.Role;
import io.sennit.benchmarks.harness.Worker;
import io.sennit.benchmarks.process.Starter;
import io.sennit.tools.spi.Command;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One end of a program under test. Takes orders from its standard input, and ends with it, so that
 * it never outlives the benchmark, however that ends.
 */
@picocli.CommandLine.Command(
    name = "bench-worker",
    hidden = true,
    description = "One end of a program under test; started by the benchmarks.")
public final class BenchWorkerCommand implements Command, Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Option(names = "--bench", required = true)
  private String bench;

  @Option(names = "--program", required = true)
  private String program;

  @Option(names = "--end", required = true)
  private Role role;

  /** Made by the service loader. */
  public BenchWorkerCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    new Worker(Benches.named(bench).program(program), role, spec.commandLine().getOut()).work(in);
    return Starter.exitStatus();
  }
}
