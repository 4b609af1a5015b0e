// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import io.grpc.Server;
import io.sennit.base.Clock;
import io.sennit.benchmarks.process.Starter;
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
 * The server process of the demo. Speaks in lines ({@link ServerLine}): its port, then how its
 * paths are, until its standard input ends (so that it never outlives the demo, however that ends),
 * and at last what it saw.
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

  @Option(names = "--loss")
  private double loss;

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
    Carrier carrier = Carrier.named(carrierName, loss);
    ExecutionCounter counter = new ExecutionCounter();
    DeliveryLog deliveries = new DeliveryLog(Clock.system());
    Server server = carrier
        .listen()
        .addService(new BlobsService(directory))
        .intercept(counter)
        .intercept(deliveries)
        .build()
        .start();
    PrintWriter out = spec.commandLine().getOut();
    say(out, ServerLine.listening(server.getPort()));
    Sampler sampler =
        new Sampler(carrier, Clock.system(), sample -> say(out, ServerLine.of(sample)));
    System.in.transferTo(OutputStream.nullOutputStream());
    sampler.close();
    server.shutdown();
    if (!server.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)) {
      server.shutdownNow();
    }
    say(
        out,
        ServerLine.of(
            new ServerReport(counter.executions(), carrier.traffic(), deliveries.nanos())));
    return Starter.exitStatus();
  }

  private static synchronized void say(PrintWriter out, ServerLine line) {
    out.println(new Gson().toJson(line));
    out.flush();
  }
}
