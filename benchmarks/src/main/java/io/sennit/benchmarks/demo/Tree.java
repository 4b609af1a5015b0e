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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory with all that is in it. Stateless. */
final class Tree {
  private static final Logger LOG = LoggerFactory.getLogger(Tree.class);

  /** A thread that still runs when the process exits may make a file behind the first pass. */
  private static final int PASSES = 10;

  private Tree() {}

  /** Removes it, if it is there. */
  static void remove(Path directory) throws IOException {
    for (int pass = 0; pass < PASSES && Files.exists(directory); pass++) {
      Files.walkFileTree(directory, new Remover());
    }
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
