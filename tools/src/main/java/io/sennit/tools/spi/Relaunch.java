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
 * flags, same class path or module path, and as much is logged.
 *
 * <p>Stateless, safe from any thread.
 */
public final class Relaunch {
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
