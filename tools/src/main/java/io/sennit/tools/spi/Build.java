// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.spi;

/** What runs here, for reports of what went wrong. Stateless, safe from any thread. */
public final class Build {
  private Build() {}

  /**
   * The commit of the source tree that {@code ./sennit} runs from, with {@code +changes} if the
   * tree has others than that commit; {@code unknown} where there is no such tree.
   */
  public static String commit() {
    return System.getProperty("sennit.commit", "unknown");
  }

  /** The JVM and the system, with their versions. */
  public static String platform() {
    return "JDK " + Runtime.version() + " (" + System.getProperty("java.vm.name") + "), "
        + System.getProperty("os.name") + " " + System.getProperty("os.version");
  }
}
