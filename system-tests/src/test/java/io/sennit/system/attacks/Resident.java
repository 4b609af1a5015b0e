// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The resident memory of a process as the kernel counts it, native and shared memory included. */
final class Resident {
  private static final String FIELD = "VmRSS:";

  private Resident() {}

  static long bytesOf(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith(FIELD)) {
        return 1024
            * Long.parseLong(line.substring(FIELD.length()).replace("kB", "").strip());
      }
    }
    throw new AssertionError("process " + pid + " has no " + FIELD);
  }
}
