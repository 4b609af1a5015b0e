// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import io.sennit.benchmarks.fabric.Namespace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A process on one of the hosts; what it says is taken line by line. Ended by close. */
final class Side implements AutoCloseable {
  /** For a machine that does other things meanwhile; no bound of the product. */
  private static final long PATIENCE_SECONDS = 60;

  private static final String SILENCE = "it says nothing more";

  private final Process process;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  private Side(Process process) {
    this.process = process;
    Thread.ofPlatform().daemon().start(this::listen);
  }

  /**
   * Runs the main method of a class of these tests, with ports at these addresses, or at all but
   * those with ! before them. Who has one only uses as many route labels as there may be, so that
   * ECMP has something to choose by.
   */
  static Side start(Namespace host, List<String> addresses, Class<?> main, String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>(host.prefix());
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(
        "-Xmx512m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-Dsennit.provider=roce",
        "-Dsennit.roce.addresses=" + String.join(",", addresses),
        "-Dsennit.connectTimeout=30s",
        "-Dsennit.strands=" + (hasOnePort(addresses) ? "16" : "auto"),
        "-cp",
        System.getProperty("java.class.path"),
        main.getName()));
    line.addAll(List.of(arguments));
    return new Side(
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private static boolean hasOnePort(List<String> addresses) {
    return addresses.size() == 1 && !addresses.getFirst().startsWith("!");
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
      }
      said.add(SILENCE);
    } catch (IOException e) {
      said.add(SILENCE);
    }
  }

  /** Waits for a line, and forgets those before it. */
  String await(String what, Predicate<String> wanted) throws InterruptedException {
    String line = next();
    String last = "nothing";
    while (line != null && !line.equals(SILENCE) && !wanted.test(line)) {
      last = line;
      line = next();
    }
    if (line == null || line.equals(SILENCE)) {
      throw new AssertionError(
          "waited in vain for " + what + "; last said: " + last + "; alive: " + process.isAlive());
    }
    return line;
  }

  private @Nullable String next() throws InterruptedException {
    return said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until so many more bodies came back. */
  void awaitBodies(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      String line = await("a body", any -> !any.startsWith("failed"));
      if (!line.startsWith("body ")) {
        throw new AssertionError("expected a body: " + line);
      }
    }
  }

  /** Forgets what was said so far; what is awaited next happens after this. */
  void forget() {
    said.clear();
  }

  /** Lets time pass in which the process goes on living. */
  void assertLives(Duration time) throws InterruptedException {
    if (process.waitFor(time)) {
      throw new AssertionError("ended with " + process.exitValue() + ": " + said);
    }
  }

  /** Tells it to come to an end. */
  void endInput() throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).close();
  }

  /** Sends a signal, such as STOP. */
  void signal(String name) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .inheritIO()
        .start()
        .waitFor();
    if (status != 0) {
      throw new AssertionError("kill -" + name + " ended with " + status);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
