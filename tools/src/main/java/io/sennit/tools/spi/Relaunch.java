// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

import io.sennit.tools.Main;
import io.sennit.tools.Verbosity;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line that runs another {@code sennit} process like this one: same JDK, same JVM
 * flags, same class path or module path, and as much is logged. Signals end it at once: its
 * shutdown hooks run only when it ends by itself.
 *
 * <p>Stateless, safe from any thread.
 */
public final class Relaunch {
  /**
   * Ctrl-C goes to all processes of a terminal. A JVM that gets it in its first milliseconds
   * complains that it cannot log its own end; one that leaves signals alone ends without a word.
   */
  private static final String SIGNALS_LEFT_ALONE = "-Xrs";

  /** Without it a signal would be needed to attach jcmd, and would now end the process. */
  private static final String ATTACHABLE = "-XX:+StartAttachListener";

  private Relaunch() {}

  /**
   * Returns a command for {@link ProcessBuilder}.
   *
   * @param arguments what follows {@code sennit} on a command line
   * @return owned by the caller
   */
  public static List<String> commandLine(List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(SIGNALS_LEFT_ALONE, ATTACHABLE));
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (isInheritable(flag)) {
        line.add(flag);
      }
    }
    if (Main.class.getModule().isNamed()) {
      line.add("-m");
      line.add(Main.class.getModule().getName() + "/" + Main.class.getName());
    } else {
      line.add("-cp");
      line.add(System.getProperty("java.class.path"));
      line.add(Main.class.getName());
    }
    line.addAll(arguments);
    line.addAll(Verbosity.current().arguments());
    return line;
  }

  /** A debugger or an agent of this process listens on something that a second one cannot have. */
  private static boolean isInheritable(String flag) {
    return !flag.startsWith("-agent")
        && !flag.startsWith("-javaagent")
        && !flag.startsWith("-Xrun");
  }
}
