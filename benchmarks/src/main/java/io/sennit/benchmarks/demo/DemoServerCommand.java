// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import io.grpc.Server;
import io.sennit.examples.blobs.BlobsService;
import io.sennit.tools.spi.Command;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The server process of the demo. Says its port in one line, serves until its standard input ends
 * (so that it never outlives the demo, however that ends), then says what it saw in one line.
 */
@picocli.CommandLine.Command(
    name = "demo-server",
    hidden = true,
    description = "The demo's server process; started by the demo.")
public final class DemoServerCommand implements Command, Callable<Integer> {
  private static final int DRAIN_SECONDS = 3;

  @Spec
  private CommandSpec spec;

  @Option(names = "--carrier", required = true)
  private String carrierName;

  @Option(names = "--directory", required = true)
  private Path directory;

  /** Made by the service loader. */
  public DemoServerCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Carrier carrier = Carrier.named(carrierName);
    ExecutionCounter counter = new ExecutionCounter();
    Server server = carrier
        .listen()
        .addService(new BlobsService(directory))
        .intercept(counter)
        .build()
        .start();
    PrintWriter out = spec.commandLine().getOut();
    say(out, new ServerGreeting(server.getPort()));
    System.in.transferTo(OutputStream.nullOutputStream());
    server.shutdown();
    if (!server.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)) {
      server.shutdownNow();
    }
    say(out, new ServerReport(counter.executions(), carrier.traffic()));
    return 0;
  }

  private static void say(PrintWriter out, Object line) {
    out.println(new Gson().toJson(line));
    out.flush();
  }
}
