// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks;

import io.sennit.benchmarks.multipath.MultipathBenchCommand;
import io.sennit.benchmarks.overload.OverloadBenchCommand;
import io.sennit.benchmarks.roce.RoceBenchCommand;
import io.sennit.tools.spi.Command;

/** {@code sennit bench}: figures, side by side with peers in the same run. */
@picocli.CommandLine.Command(
    name = "bench",
    description = "Measure Sennit side by side with peers, in turns in one run.",
    subcommands = {RoceBenchCommand.class, MultipathBenchCommand.class, OverloadBenchCommand.class})
public final class BenchCommand implements Command {
  /** Made by the service loader. */
  public BenchCommand() {}

  @Override
  public Object command() {
    return this;
  }
}
