// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import io.sennit.benchmarks.process.ChildProcess;
import io.sennit.tools.spi.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The demo's server in a process of its own. Confined to one thread, but for the consumer of
 * samples, which a reader thread calls.
 */
final class ServerProcess implements AutoCloseable {
  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 10;

  private final Lines lines;
  private final ChildProcess process;

  private ServerProcess(Lines lines, ChildProcess process) {
    this.lines = lines;
    this.process = process;
  }

  /** Starts it; whatever it says about its paths goes to the listener. */
  static ServerProcess start(Carrier carrier, Path directory, Consumer<Sample> samples) {
    List<String> arguments = List.of(
        "demo-server",
        "--carrier=" + carrier.name(),
        "--loss=" + carrier.loss(),
        "--directory=" + directory);
    Lines lines = new Lines(samples);
    return new ServerProcess(
        lines, ChildProcess.start("The demo's server process", arguments, lines));
  }

  /** Waits until it listens. */
  int port() throws InterruptedException {
    return process.await(lines.port, START_SECONDS);
  }

  /** Ends it in good order. */
  ServerReport stop() throws InterruptedException {
    process.endInput();
    return process.await(lines.report, STOP_SECONDS);
  }

  /** What happened if it has ended or does so soon; nothing if it is well. */
  Optional<CommandException> end(Duration patience) throws InterruptedException {
    return process
        .exitStatus(patience)
        .map(status -> new CommandException("The demo's server process ended in the middle (exit"
            + " status " + status + "); run the demo again, with -v to see more."));
  }

  @Override
  public void close() {
    process.close();
  }

  private static final class Lines implements ChildProcess.Listener {
    private final Gson gson = new Gson();
    private final Consumer<Sample> samples;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<ServerReport> report = new CompletableFuture<>();

    Lines(Consumer<Sample> samples) {
      this.samples = samples;
    }

    @Override
    public void said(String text) {
      ServerLine line = gson.fromJson(text, ServerLine.class);
      if (line.port() != null) {
        port.complete(line.port());
      }
      if (line.sample() != null) {
        samples.accept(line.sample());
      }
      if (line.report() != null) {
        report.complete(line.report());
      }
    }

    @Override
    public void fellSilent(Exception why) {
      port.completeExceptionally(why);
      report.completeExceptionally(why);
    }
  }
}
