// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.GsonBuilder;
import io.sennit.tools.spi.Command;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code sennit demo}: two processes, small calls and a real file, Sennit beside gRPC over Netty.
 */
@picocli.CommandLine.Command(
    name = "demo",
    description = {
      "Run 10,000 small calls and move a big file both ways between two processes,",
      "over Sennit and over stock gRPC on Netty, and show both."
    })
public final class DemoCommand implements Command, Callable<Integer> {
  /** The first block of calls warms the JVMs up and is not timed. */
  private static final int CALL_BLOCKS = 5;

  @Spec
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object and nothing else.")
  private boolean json;

  @Option(
      names = "--calls",
      defaultValue = "10000",
      description = "Small calls (default: ${DEFAULT-VALUE}).")
  private int calls;

  @Option(names = "--file", description = "The file to move (default: this JDK's lib/modules).")
  private Path file = Path.of(System.getProperty("java.home"), "lib", "modules");

  /** Made by the service loader. */
  public DemoCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new CommandException("Cannot read " + file + "; name a file with --file.");
    }
    PrintWriter out = spec.commandLine().getOut();
    DemoRun.Plan plan = new DemoRun.Plan(file, calls, json ? Watcher.NONE : LiveTable.on(out));
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        DemoRun sennit = new DemoRun(new SennitCarrier(), plan, directory.path());
        DemoRun netty = new DemoRun(new NettyCarrier(), plan, directory.path())) {
      alternate(sennit, netty);
      return report(sennit.finish(), netty.finish());
    }
  }

  /** In turns, so that neither side has the warmer JVM or the quieter machine. */
  private void alternate(DemoRun sennit, DemoRun netty) throws InterruptedException {
    int left = calls;
    for (int block = 0; block < CALL_BLOCKS; block++) {
      int count = left / (CALL_BLOCKS - block);
      left -= count;
      sennit.smallCalls(count, block == 0);
      netty.smallCalls(count, block == 0);
    }
    sennit.put();
    netty.put();
    sennit.get();
    netty.get();
  }

  private int report(Figures sennit, Figures netty) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new GsonBuilder().setPrettyPrinting().create().toJson(Report.of(sennit, netty)));
    } else {
      new Summary(out).print(sennit, netty);
    }
    out.flush();
    return judge(sennit, netty);
  }

  private int judge(Figures sennit, Figures netty) {
    List<String> faults = new ArrayList<>();
    Verdict.faultsOfVerbs(sennit).forEach(fault -> faults.add("Sennit: " + fault + "."));
    Verdict.faults(netty).forEach(fault -> faults.add("gRPC on Netty: " + fault + "."));
    PrintWriter err = spec.commandLine().getErr();
    faults.forEach(err::println);
    err.flush();
    return faults.isEmpty() ? 0 : 1;
  }
}
