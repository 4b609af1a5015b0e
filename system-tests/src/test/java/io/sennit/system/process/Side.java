// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
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

/** A process; what it says on standard output is taken line by line. Ended by close. */
public final class Side implements AutoCloseable {
  /** For a machine that does other things meanwhile; no bound of the product. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String SILENCE = "it says nothing more";

  private final Process process;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  private Side(Process process) {
    this.process = process;
    Thread.ofPlatform().daemon().start(this::listen);
  }

  /**
   * Runs the main method of a class of these tests.
   *
   * @param prefix a program that runs the rest of the line, such as {@code ip netns exec}
   * @param flags of the JVM
   */
  public static Side start(
      List<String> prefix, List<String> flags, Class<?> main, String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("--enable-native-access=ALL-UNNAMED");
    line.addAll(flags);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(arguments));
    return new Side(
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
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
  public String await(String what, Predicate<String> wanted) throws InterruptedException {
    return await(what, wanted, PATIENCE);
  }

  /** The same with more patience than usual between two lines. */
  public String await(String what, Predicate<String> wanted, Duration patience)
      throws InterruptedException {
    String line = next(patience);
    String last = "nothing";
    while (line != null && !line.equals(SILENCE) && !wanted.test(line)) {
      last = line;
      line = next(patience);
    }
    if (line == null || line.equals(SILENCE)) {
      throw new AssertionError(
          "waited in vain for " + what + "; last said: " + last + "; alive: " + process.isAlive());
    }
    return line;
  }

  private @Nullable String next(Duration patience) throws InterruptedException {
    return said.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Forgets what was said so far; what is awaited next happens after this. */
  public void forget() {
    said.clear();
  }

  /** Lets time pass in which the process goes on living. */
  public void assertLives(Duration time) throws InterruptedException {
    if (process.waitFor(time)) {
      throw new AssertionError("ended with " + process.exitValue() + ": " + said);
    }
  }

  /** Tells it to come to an end. */
  public void endInput() throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).close();
  }

  /** Writes a line to its standard input. */
  public void tell(String line) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(line + "\n");
    input.flush();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, bounded; its exit status. */
  public int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE)) {
      throw new AssertionError("still running: " + process.info());
    }
    return process.exitValue();
  }

  /** Sends a signal, such as STOP. */
  public void signal(String name) throws IOException, InterruptedException {
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
