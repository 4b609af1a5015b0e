// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Relaunch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The demo's server in a process of its own. Ends with this process whatever happens: its standard
 * input ends then. Confined to one thread, but for the listener, which a reader thread calls.
 */
final class ServerProcess implements AutoCloseable {
  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 10;

  /** The JVM's exit status after SIGINT. */
  private static final int INTERRUPTED = 130;

  private final Process process;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();
  private final CompletableFuture<ServerReport> report = new CompletableFuture<>();

  private ServerProcess(Process process, Consumer<Sample> samples) {
    this.process = process;
    Thread.ofPlatform().name("demo-server-lines").daemon().start(() -> listen(samples));
  }

  /** Starts it; whatever it says about its paths goes to the listener. */
  static ServerProcess start(Carrier carrier, Path directory, Consumer<Sample> samples) {
    List<String> arguments = List.of(
        "demo-server",
        "--carrier=" + carrier.name(),
        "--loss=" + carrier.loss(),
        "--directory=" + directory);
    try {
      ProcessBuilder builder = new ProcessBuilder(Relaunch.commandLine(arguments));
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      return new ServerProcess(builder.start(), samples);
    } catch (IOException e) {
      throw new CommandException(
          "Cannot start the demo's server process: " + e.getMessage() + ".", e);
    }
  }

  /** Waits until it listens. */
  int port() throws InterruptedException {
    return await(port, START_SECONDS);
  }

  /** Ends it in good order. */
  ServerReport stop() throws InterruptedException {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException e) {
      throw new CommandException("The demo's server process ended too early; see above.", e);
    }
    return await(report, STOP_SECONDS);
  }

  /** What happened if it has ended or does so soon; nothing if it is well. */
  Optional<CommandException> end(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience)) {
      return Optional.empty();
    }
    if (process.exitValue() == INTERRUPTED) {
      // Ctrl-C goes to both processes: this one is about to end too, and has nothing to say.
      new CountDownLatch(1).await(STOP_SECONDS, TimeUnit.SECONDS);
    }
    return Optional.of(new CommandException("The demo's server process ended in the middle (exit"
        + " status " + process.exitValue() + "); run the demo again, with -v to see more."));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private <T> T await(CompletableFuture<T> answer, int seconds) throws InterruptedException {
    try {
      return answer.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new CommandException(
          "The demo's server process ended too early; run again with -v.", e);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new CommandException(
          "The demo's server process said nothing within " + seconds + " s; run again with -v.", e);
    }
  }

  private void listen(Consumer<Sample> samples) {
    Gson gson = new Gson();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said(gson.fromJson(line, ServerLine.class), samples);
      }
      noMore(new IOException("its output ended"));
    } catch (IOException | RuntimeException e) {
      noMore(e);
    }
  }

  private void said(ServerLine line, Consumer<Sample> samples) {
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

  private void noMore(Exception why) {
    port.completeExceptionally(why);
    report.completeExceptionally(why);
  }
}
