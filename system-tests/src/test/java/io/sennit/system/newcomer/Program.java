// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that has ended well.
 *
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Program(String out, String err) {
  /** Runs it to its end, which must come soon and be a good one. */
  static Program run(Path directory, int seconds, List<String> line)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(line));
    builder.directory(directory.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("MAVEN_OPTS");
    Process process =
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    process.destroyForcibly();
    Program program = new Program(Files.readString(out), Files.readString(err));
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(
          (ended ? "exit status " + process.exitValue() : "still running after " + seconds + " s")
              + " of " + line + " in " + directory + ": " + program);
    }
    return program;
  }
}
