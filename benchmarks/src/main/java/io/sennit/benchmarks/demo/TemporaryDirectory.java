// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of this run alone, gone afterwards, also when the process is interrupted; if it was
 * killed, the next one removes it. The processes that this one started write into it, so they end
 * first.
 */
final class TemporaryDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);
  private static final int END_SECONDS = 3;

  private final Path path;
  private final FileChannel held;
  private final Thread onExit;

  private TemporaryDirectory(Path path) throws IOException {
    this.path = path;
    held = AbandonedDirectories.hold(path);
    onExit = new Thread(this::delete, "demo-clean-up");
  }

  static TemporaryDirectory create() throws IOException {
    TemporaryDirectory directory =
        new TemporaryDirectory(Files.createTempDirectory(AbandonedDirectories.PREFIX));
    AbandonedDirectories.removeBeside(directory.path);
    Runtime.getRuntime().addShutdownHook(directory.onExit);
    return directory;
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException exiting) {
      onExit.interrupt(); // The hook runs already; what it finds gone it leaves alone.
    }
  }

  private void delete() {
    ProcessHandle.current().children().forEach(TemporaryDirectory::end);
    try (held) {
      Tree.remove(path);
    } catch (IOException e) {
      LOG.error("cannot remove {}: {}", path, e.toString());
    }
  }

  private static void end(ProcessHandle child) {
    child.destroyForcibly();
    child.onExit().completeOnTimeout(child, END_SECONDS, TimeUnit.SECONDS).join();
  }
}
