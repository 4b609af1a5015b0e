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

/**
 * The demo's server in a process of its own. Ends with this process whatever happens: its standard
 * input ends then. Confined to one thread.
 */
final class ServerProcess implements AutoCloseable {
  private static final int START_SECONDS = 20;
  private static final int STOP_SECONDS = 10;

  /** The JVM's exit status after SIGINT. */
  private static final int INTERRUPTED = 130;

  private final Process process;
  private final BufferedReader lines;
  private final int port;

  private ServerProcess(Process process) throws InterruptedException {
    this.process = process;
    lines = process.inputReader(StandardCharsets.UTF_8);
    port = read(ServerGreeting.class, START_SECONDS).port();
  }

  static ServerProcess start(Carrier carrier, Path directory) throws InterruptedException {
    List<String> arguments =
        List.of("demo-server", "--carrier", carrier.name(), "--directory", directory.toString());
    try {
      ProcessBuilder builder = new ProcessBuilder(Relaunch.commandLine(arguments));
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      return new ServerProcess(builder.start());
    } catch (IOException e) {
      throw new CommandException(
          "Cannot start the demo's server process: " + e.getMessage() + ".", e);
    }
  }

  int port() {
    return port;
  }

  /** Ends it in good order. */
  ServerReport stop() throws InterruptedException {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
    } catch (IOException e) {
      throw new CommandException("The demo's server process ended too early; see above.", e);
    }
    return read(ServerReport.class, STOP_SECONDS);
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

  private <T> T read(Class<T> type, int seconds) throws InterruptedException {
    CompletableFuture<String> line = CompletableFuture.supplyAsync(this::readLine);
    try {
      return new Gson().fromJson(line.get(seconds, TimeUnit.SECONDS), type);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new CommandException(
          "The demo's server process said nothing within " + seconds + " s; run again with -v.", e);
    }
  }

  private String readLine() {
    try {
      String line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException("the process has ended");
      }
      return line;
    } catch (IOException e) {
      throw new IllegalStateException("the process's output broke", e);
    }
  }
}
