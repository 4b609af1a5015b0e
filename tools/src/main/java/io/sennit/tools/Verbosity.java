// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * How much is logged: errors only, or more of Sennit with each {@code v}; of others, warnings.
 *
 * <p>Read from the raw arguments, since a logger takes its level when it is made, which may be as
 * early as the loading of a subcommand's class.
 *
 * <p>Immutable, safe from any thread.
 *
 * @param steps 0 quiet, 1 info, 2 debug, 3 or more trace
 */
public record Verbosity(int steps) {
  private static final String PREFIX = "org.slf4j.simpleLogger.";
  private static final List<String> SLF4J = List.of("error", "info", "debug", "trace");
  private static final String OURS = PREFIX + "log.io.sennit";

  static Verbosity of(List<String> arguments) {
    int steps = 0;
    for (String argument : arguments) {
      if (argument.equals("--")) {
        break;
      }
      if (argument.equals("--verbose")) {
        steps++;
      } else if (argument.matches("-v+")) {
        steps += argument.length() - 1;
      }
    }
    return new Verbosity(Math.min(steps, SLF4J.size() - 1));
  }

  /** What this process was asked for. */
  public static Verbosity current() {
    String level = System.getProperty(OURS, SLF4J.getFirst());
    return new Verbosity(Math.max(0, SLF4J.indexOf(level)));
  }

  /** The words that ask another process for as much. */
  public List<String> arguments() {
    return steps == 0 ? List.of() : List.of("-" + "v".repeat(steps));
  }

  boolean isQuiet() {
    return steps == 0;
  }

  /**
   * Sets both logging systems: Sennit logs through SLF4J, gRPC through java.util.logging. Both
   * write lines of one shape.
   */
  void apply() {
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tT.%1$tL %4$s %3$s - %5$s%6$s%n");
    System.setProperty(OURS, SLF4J.get(steps));
    System.setProperty(PREFIX + "defaultLogLevel", isQuiet() ? "error" : "warn");
    System.setProperty(PREFIX + "showDateTime", "true");
    System.setProperty(PREFIX + "dateTimeFormat", "HH:mm:ss.SSS");
    System.setProperty(PREFIX + "showShortLogName", "true");
    Level level = isQuiet() ? Level.SEVERE : Level.WARNING;
    Logger root = Logger.getLogger("");
    root.setLevel(level);
    for (Handler handler : root.getHandlers()) {
      handler.setLevel(level);
    }
  }
}
