// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.harness.BenchOptions;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sennit bench multipath}. */
@Command(
    name = "multipath",
    description = {
      "Measure one flow and small calls over several links, beside TCP, MPTCP and gRPC over both.",
      "The links, between two network namespaces, fail, slow down and lose packets. Needs root."
    })
public final class MultipathBenchCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private final BenchOptions options = new BenchOptions();

  /** For picocli. */
  public MultipathBenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Means.missing().ifPresent(what -> {
      throw new CommandException("This benchmark " + what + ".");
    });
    if (!Means.has("mptcpize")) {
      throw new CommandException(
          "This benchmark needs the program mptcpize (Debian package mptcpize).");
    }
    if (!Means.has(Contenders.IPERF)) {
      spec.commandLine()
          .getErr()
          .println("iperf3 (Debian package iperf3) is missing: no case with links that others fill,"
              + " and no yardstick by iperf3.");
    }
    return options.run(new MultipathBench(), spec.commandLine());
  }
}
