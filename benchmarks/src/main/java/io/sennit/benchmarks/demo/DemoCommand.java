// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.GsonBuilder;
import io.sennit.tools.page.Destination;
import io.sennit.tools.page.HtmlReport;
import io.sennit.tools.page.Machine;
import io.sennit.tools.spi.Command;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code sennit demo}: two processes, small calls and a real file; Sennit over shared memory,
 * Sennit over four paths of which one is cut in the middle, and gRPC over Netty beside them.
 */
@picocli.CommandLine.Command(
    name = "demo",
    description = {
      "Run small calls and move a big file between two processes, over Sennit and over gRPC.",
      "10,000 calls, and the file both ways: over Sennit by shared memory, over Sennit by four"
          + " RoCEv2 paths of which one is cut in the middle of the file, and over stock gRPC on"
          + " Netty; all three are shown."
    })
public final class DemoCommand implements Command, Callable<Integer> {
  /** The first block of calls warms the JVMs up and is not timed. */
  private static final int CALL_BLOCKS = 5;

  /** Four paths with something to carry before, during and after the cut. */
  private static final long LEAST_FILE_BYTES = 16L << 20;

  private static final double MOST_LOSS = 0.2;

  private static final String DEFAULT_PAGE = "sennit-demo.html";

  private static final String PAGE = "io/sennit/benchmarks/demo/report.html";

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

  @Option(
      names = "--loss",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Drop this share of the RoCEv2 packets, 0 to 0.2 (default: ${DEFAULT-VALUE}).")
  private double loss;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write an HTML page with a plot of the paths (default: " + DEFAULT_PAGE
          + "; none with --json).")
  private @Nullable Path page;

  /** Made by the service loader. */
  public DemoCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireUsable();
    PrintWriter out = spec.commandLine().getOut();
    DemoRun.Plan plan = new DemoRun.Plan(file, calls, json ? Watcher.NONE : LiveTable.on(out));
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        DemoRun shm = new DemoRun(SennitCarrier.shm(), plan, directory.path());
        DemoRun roce = new DemoRun(SennitCarrier.roce(loss), plan, directory.path());
        DemoRun netty = new DemoRun(new NettyCarrier(), plan, directory.path())) {
      alternate(List.of(shm, roce, netty));
      transfer(shm, roce, netty);
      Figures shmFigures = shm.finish();
      Figures roceFigures = roce.finish();
      return report(
          new Outcome(roceFigures, shmFigures, netty.finish(), roce.cutFigures(), roce.timeline()));
    }
  }

  private void requireUsable() throws IOException {
    if (!(loss >= 0 && loss <= MOST_LOSS)) {
      throw outOfRange("--loss is a share of packets from 0 to " + MOST_LOSS + ", not " + loss);
    }
    if (calls < 1) {
      throw outOfRange("--calls is at least 1, not " + calls);
    }
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new CommandException("Cannot read " + file + "; name a file with --file.");
    }
    if (Files.size(file) < LEAST_FILE_BYTES) {
      throw new CommandException(file + " is too small to be spread over four paths; name a file of"
          + " 16 MiB or more with --file.");
    }
    target().ifPresent(wanted -> Destination.requireFile(wanted, "--report"));
  }

  private ParameterException outOfRange(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  /** In turns, so that none has the warmer JVM or the quieter machine. */
  private void alternate(List<DemoRun> runs) throws InterruptedException {
    int left = calls;
    for (int block = 0; block < CALL_BLOCKS; block++) {
      int count = left / (CALL_BLOCKS - block);
      left -= count;
      for (DemoRun run : runs) {
        run.smallCalls(count, block == 0);
      }
    }
  }

  private static void transfer(DemoRun shm, DemoRun roce, DemoRun netty)
      throws InterruptedException {
    shm.put();
    roce.putWhileCut(Loopback.cut(roce));
    netty.put();
    shm.get();
    roce.get();
    netty.get();
  }

  private int report(Outcome outcome) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          new GsonBuilder().setPrettyPrinting().create().toJson(Report.forScripts(outcome)));
    } else {
      new Summary(out, outcome).print();
    }
    out.flush();
    writePage(outcome);
    return judge(outcome.faults());
  }

  private void writePage(Outcome outcome) throws IOException {
    Optional<Path> target = target();
    if (target.isPresent()) {
      HtmlReport.write(
          target.get(), PAGE, Report.forPage(outcome, Machine.current().sentence()));
      spec.commandLine().getErr().println("Report: " + target.get());
    }
  }

  private Optional<Path> target() {
    Path wanted = page == null && !json ? Path.of(DEFAULT_PAGE) : page;
    return Optional.ofNullable(wanted).map(Path::toAbsolutePath);
  }

  private int judge(List<String> faults) {
    PrintWriter err = spec.commandLine().getErr();
    faults.forEach(err::println);
    err.flush();
    return faults.isEmpty() ? 0 : 1;
  }
}
