// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import io.sennit.tools.spi.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An {@code iperf3} that runs: one end of its traffic. It is ended by {@link #close}, or with the
 * namespace that it runs in. Confined to one thread.
 */
public final class Iperf implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 20;
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final String LISTENING = "Server listening";

  private final Process process;
  private final CompletableFuture<String> listening = new CompletableFuture<>();
  private final CompletableFuture<String> said = new CompletableFuture<>();

  private Iperf(List<String> line) {
    try {
      process = new ProcessBuilder(line)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new CommandException("iperf3 cannot be started: " + e.getMessage() + ".", e);
    }
    Thread.ofPlatform().name("iperf3").daemon().start(this::read);
  }

  /**
   * Serves one client after the other, at every address of IPv4; returns when it listens.
   *
   * @param prefix what stands before its command line
   */
  public static Iperf serve(List<String> prefix, int port) throws InterruptedException {
    List<String> options = List.of("-s", "-4", "-p", Integer.toString(port), "--forceflush");
    Iperf server = new Iperf(line(prefix, options));
    server.await(server.listening);
    return server;
  }

  /**
   * Sends to a server, or has it send; goes on until the end of its time or {@link #stop}.
   *
   * @param options what else it is told
   */
  public static Iperf call(List<String> prefix, String address, List<String> options) {
    List<String> all = new ArrayList<>(List.of("-c", address, "-J"));
    all.addAll(options);
    return new Iperf(line(prefix, all));
  }

  private static List<String> line(List<String> prefix, List<String> options) {
    List<String> line = new ArrayList<>(prefix);
    line.add("iperf3");
    line.addAll(options);
    return line;
  }

  private void read() {
    StringBuilder all = new StringBuilder();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        all.append(line).append('\n');
        if (line.startsWith(LISTENING)) {
          listening.complete(line);
        }
      }
      said.complete(all.toString());
    } catch (IOException e) {
      said.completeExceptionally(e);
    }
    listening.completeExceptionally(new IOException("it said '" + all + "' and ended"));
  }

  private String await(CompletableFuture<String> what) throws InterruptedException {
    try {
      return what.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new CommandException("iperf3 failed: " + e.getCause() + ".", e);
    } catch (TimeoutException e) {
      close();
      throw new CommandException("iperf3 goes on for " + PATIENCE_SECONDS + " s.", e);
    }
  }

  /** What a client says when its time is over. */
  public JsonObject awaitReport() throws InterruptedException {
    JsonObject report = parse(await(said));
    if (report.has("error")) {
      throw new CommandException("iperf3 failed: " + report.get("error").getAsString() + ".");
    }
    return report;
  }

  /** Ends a client; what it says of the time so far. */
  public JsonObject stop() throws InterruptedException {
    // By its handle: the process itself would close what is still to be read.
    process.toHandle().destroy();
    return parse(await(said));
  }

  private static JsonObject parse(String text) {
    try {
      return JsonParser.parseString(text).getAsJsonObject();
    } catch (JsonSyntaxException | IllegalStateException e) {
      throw new CommandException("iperf3 said '" + text.strip() + "'.", e);
    }
  }

  /**
   * A rate of a report.
   *
   * @param sum such as {@code sum_received}
   */
  public static double megabits(JsonObject report, String sum) {
    JsonObject end = report.getAsJsonObject("end");
    if (end == null || !end.has(sum)) {
      throw new CommandException("iperf3 tells no " + sum + " in " + report + ".");
    }
    return end.getAsJsonObject(sum).get("bits_per_second").getAsDouble() / BITS_PER_MEGABIT;
  }

  /** It is gone then, and its port free for the next one. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
