// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A run of the launcher that has ended.
 *
 * @param exitStatus of the process
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Run(int exitStatus, String out, String err) {
  /** How often a build was announced. */
  long builds() {
    return err.lines().filter(line -> line.startsWith("sennit: building")).count();
  }

  /** A run that goes on; files hold its output, so that no pipe fills up. */
  record Started(Process process, Path out, Path err) {
    Run await() {
      try {
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("still running; it wrote " + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
