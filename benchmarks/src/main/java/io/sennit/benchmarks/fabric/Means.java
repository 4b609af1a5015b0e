// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a fabric needs of the host. Stateless, safe from any thread. */
public final class Means {
  private static final List<String> PROGRAMS = List.of("ip", "tc", "ethtool");

  private Means() {}

  /** What is missing, as part of a sentence; nothing if a fabric can be made. */
  public static Optional<String> missing() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("needs root, for network namespaces");
    }
    return PROGRAMS.stream()
        .filter(each -> !has(each))
        .map(each -> "needs the program " + each + " (Debian packages iproute2 and ethtool)")
        .findFirst();
  }

  /** Whether a program is on the path. */
  public static boolean has(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
