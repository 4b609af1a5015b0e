// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of this run alone, gone afterwards, also when the process is interrupted. The
 * processes that this one started write into it, so they end first.
 */
final class TemporaryDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);
  private static final int END_SECONDS = 3;

  /** A thread that still runs when the process exits may make a file behind the first pass. */
  private static final int PASSES = 10;

  private final Path path;
  private final Thread onExit;

  private TemporaryDirectory(Path path) {
    this.path = path;
    onExit = new Thread(this::delete, "demo-clean-up");
  }

  static TemporaryDirectory create() throws IOException {
    TemporaryDirectory directory =
        new TemporaryDirectory(Files.createTempDirectory("sennit-demo-"));
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
    try {
      for (int pass = 0; pass < PASSES && Files.exists(path); pass++) {
        Files.walkFileTree(path, new Remover());
      }
    } catch (IOException e) {
      LOG.error("cannot remove {}: {}", path, e.toString());
    }
  }

  private static void end(ProcessHandle child) {
    child.destroyForcibly();
    child.onExit().completeOnTimeout(child, END_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Removes what it comes by; what goes or comes meanwhile is a matter for the next pass. */
  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException filledMeanwhile) {
        LOG.debug("not empty yet: {}", directory, filledMeanwhile);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
