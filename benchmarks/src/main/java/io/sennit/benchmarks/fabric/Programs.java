// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Short programs of the host that are run and waited for. Stateless, safe from any thread. */
final class Programs {
  private static final int PATIENCE_SECONDS = 20;

  private Programs() {}

  /** What a program says that is given these lines; it must succeed. */
  static String run(List<String> command, List<String> lines) {
    String line = String.join(" ", command);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      CompletableFuture<Process> end = process
          .onExit()
          .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .whenComplete((ended, late) -> endIf(late != null, process));
      try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
        for (String each : lines) {
          input.write(each);
          input.write('\n');
        }
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      if (end.isCompletedExceptionally()) {
        throw new CommandException("'" + line + "' goes on for " + PATIENCE_SECONDS + " s.");
      }
      if (process.exitValue() != 0) {
        throw new CommandException("'" + line + "' failed: " + said.strip() + ".");
      }
      return said;
    } catch (IOException e) {
      throw new CommandException("'" + line + "' failed: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("'" + line + "' was interrupted.", e);
    }
  }

  /**
   * Ends a program that goes on for too long, so that reading it ends. By its handle: the process
   * itself would close what is still to be read, and reading would fail instead.
   */
  private static void endIf(boolean late, Process process) {
    if (late) {
      process.toHandle().destroyForcibly();
    }
  }

  static String run(String... command) {
    return run(List.of(command), List.of());
  }
}
