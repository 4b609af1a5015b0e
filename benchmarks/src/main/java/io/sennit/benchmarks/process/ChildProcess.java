// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.process;

import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.Relaunch;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Another {@code sennit} process, with which this one speaks in lines. It ends with this process
 * whatever happens: its standard input ends then. Ctrl-C is for this process alone. Confined to one
 * thread, but for the listener, which a reader thread calls.
 */
public final class ChildProcess implements AutoCloseable {
  /**
   * A terminal sends Ctrl-C to all its processes. A JVM that gets it in its first milliseconds
   * complains that it cannot log its own end; one that finds it ignored ignores it, too.
   */
  static final List<String> UNINTERRUPTED = List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");

  private final String name;
  private final Process process;
  private final BufferedWriter input;

  private ChildProcess(String name, Process process, Listener listener) {
    this.name = name;
    this.process = process;
    input = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofPlatform().name("child-lines").daemon().start(() -> listen(listener));
  }

  /** What the other process says. */
  public interface Listener {
    /** One line of its standard output. */
    void said(String line);

    /** It says nothing more; called once. */
    void fellSilent(Exception why);
  }

  /**
   * Starts one.
   *
   * @param name for sentences, such as {@code The demo's server process}
   * @param arguments what follows {@code sennit} on its command line
   */
  public static ChildProcess start(String name, List<String> arguments, Listener listener) {
    return start(name, List.of(), arguments, listener);
  }

  /**
   * Starts one by another program, which must become it: {@code ip netns exec} does.
   *
   * @param prefix what stands before its command line
   */
  public static ChildProcess start(
      String name, List<String> prefix, List<String> arguments, Listener listener) {
    try {
      List<String> line = new ArrayList<>(prefix);
      line.addAll(UNINTERRUPTED);
      line.addAll(Relaunch.commandLine(arguments));
      ProcessBuilder builder = new ProcessBuilder(line);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      return new ChildProcess(name, builder.start(), listener);
    } catch (IOException e) {
      throw new CommandException(name + " cannot be started: " + e.getMessage() + ".", e);
    }
  }

  private void listen(Listener listener) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        listener.said(line);
      }
      listener.fellSilent(new IOException("its output ended"));
    } catch (IOException | RuntimeException e) {
      listener.fellSilent(e);
    }
  }

  /** Says a line to it. */
  public void say(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw tooEarly(e);
    }
  }

  /** Tells it that there is nothing more to do, whereupon it ends in good order. */
  public void endInput() {
    try {
      input.close();
    } catch (IOException e) {
      throw tooEarly(e);
    }
  }

  /** Waits for something that the listener completes. */
  public <T> T await(CompletableFuture<T> answer, int seconds) throws InterruptedException {
    try {
      return answer.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw tooEarly(e);
    } catch (TimeoutException e) {
      throw tooSlow(seconds);
    }
  }

  /** Ends it since it has not said what was waited for; what to throw. */
  public CommandException tooSlow(int seconds) {
    process.destroyForcibly();
    return new CommandException(
        name + " said nothing within " + seconds + " s; run again with -v.");
  }

  /** What to throw when it does not say what was waited for since it has ended. */
  public CommandException tooEarly(Exception cause) {
    return new CommandException(name + " ended too early; run again with -v.", cause);
  }

  /** Its exit status if it has ended or does so soon; nothing if it is well. */
  public Optional<Integer> exitStatus(Duration patience) throws InterruptedException {
    return process.waitFor(patience) ? Optional.of(process.exitValue()) : Optional.empty();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
