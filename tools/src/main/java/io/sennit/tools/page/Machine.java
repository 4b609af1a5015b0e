// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.page;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What figures were measured on. Immutable.
 *
 * @param os name and version of the kernel
 * @param processor its model; empty if the kernel does not say
 * @param processors how many
 * @param memoryBytes of the machine; 0 if the kernel does not say
 * @param jdk its version
 * @param load runnable tasks, averaged over the last minute: what else ran before; negative if not
 *     known
 */
public record Machine(
    String os, String processor, int processors, long memoryBytes, String jdk, double load) {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  /** This one, now. */
  public static Machine current() {
    String memory = first(MEMORY, line -> line.startsWith("MemTotal")).replaceAll("\\D", "");
    return new Machine(
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        first(PROCESSORS, line -> line.startsWith("model name")),
        Runtime.getRuntime().availableProcessors(),
        memory.isEmpty() ? 0 : 1024 * Long.parseLong(memory),
        Runtime.version().toString(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** For people. */
  public String sentence() {
    String model = processor.isEmpty() ? "" : " (" + processor + ")";
    return os + ", " + processors + " processors" + model + ", " + (memoryBytes >> 30)
        + " GiB, JDK " + jdk;
  }

  private static String first(Path file, Predicate<String> wanted) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(wanted)
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException notLinux) {
      return "";
    }
  }
}
