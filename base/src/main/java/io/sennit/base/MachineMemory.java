// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How much memory this process may use at most: that of the machine, or less if a control group
 * says so. Linux only; elsewhere nothing is known. Stateless, safe from any thread.
 */
public final class MachineMemory {
  private static final String TOTAL = "MemTotal:";
  private static final long KIBI = 1024;

  private MachineMemory() {}

  /** Bytes; empty if the system does not tell. */
  public static OptionalLong limitBytes() {
    return limitBytes(Path.of("/"));
  }

  /** @param root where {@code proc} and {@code sys} are */
  static OptionalLong limitBytes(Path root) {
    List<Long> limits = new ArrayList<>();
    for (String line : lines(root.resolve("proc/meminfo"))) {
      if (line.startsWith(TOTAL)) {
        String kibi = line.substring(TOTAL.length()).replace("kB", "").strip();
        number(kibi).ifPresent(number -> limits.add(number * KIBI));
      }
    }
    for (String line : lines(root.resolve("proc/self/cgroup"))) {
      addGroup(root.resolve("sys/fs/cgroup"), line.split(":", 3), limits);
    }
    return limits.stream().mapToLong(Long::longValue).min();
  }

  /** A line of {@code /proc/self/cgroup}: version 2 has no controllers, version 1 names them. */
  private static void addGroup(Path groups, String[] line, List<Long> limits) {
    if (line.length < 3) {
      return;
    }
    if (line[1].isEmpty()) {
      addUpwards(groups, line[2], "memory.max", limits);
    } else if (List.of(line[1].split(",")).contains("memory")) {
      addUpwards(groups.resolve("memory"), line[2], "memory.limit_in_bytes", limits);
    }
  }

  /** A limit of any group above counts, too. Within a container the path may not exist. */
  private static void addUpwards(Path top, String group, String file, List<Long> limits) {
    Path here = top.resolve(group.substring(Math.min(1, group.length()))).normalize();
    while (here != null && here.startsWith(top)) {
      for (String line : lines(here.resolve(file))) {
        number(line.strip()).ifPresent(limits::add);
      }
      here = here.getParent();
    }
  }

  /** Empty for what is no number, such as {@code max}. */
  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException noLimit) {
      return OptionalLong.empty();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException notThere) {
      return List.of();
    }
  }
}
