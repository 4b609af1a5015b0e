// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary files of this process. A command removes them when it is interrupted; those of a
 * process that was killed go when the next command begins. Each is locked as long as somebody
 * writes it: the kernel gives the locks of the dead back. Safe from any thread.
 */
final class UnfinishedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedFiles.class);
  private static final Set<Path> OWN = new HashSet<>();
  private static boolean exiting;

  private UnfinishedFiles() {}

  /**
   * Creates and locks one.
   *
   * @throws IOException if it exists already or cannot be made, or if this process is about to end
   */
  static synchronized FileChannel create(Path file) throws IOException {
    if (exiting) {
      throw new IOException("this process is about to end");
    }
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    OWN.add(file);
    lock(file, channel);
    return channel;
  }

  /** Where there are no locks nothing is ever taken for abandoned. */
  private static void lock(Path file, FileChannel channel) {
    try {
      channel.lock();
    } catch (IOException e) {
      LOG.info("cannot lock {}", file, e);
    }
  }

  /** Forgets one that has got its name, or removes it if it is still there. */
  static synchronized void end(Path file) throws IOException {
    Files.deleteIfExists(file);
    OWN.remove(file);
  }

  /** Removes what a process that was killed left. What cannot be reached is left alone. */
  static synchronized void removeAbandoned(Path directory, int depth) throws IOException {
    Files.walkFileTree(
        directory, EnumSet.noneOf(FileVisitOption.class), depth, new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (PartialFile.isPartial(file) && attributes.isRegularFile() && !OWN.contains(file)) {
              removeUnlessLocked(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void removeUnlessLocked(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.info("cannot remove the unfinished file {}", file, e);
    }
  }

  /** Removes what this process has not finished; it is about to exit and makes no more. */
  static synchronized void removeOwn() {
    exiting = true;
    for (Path file : OWN) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        LOG.warn("cannot remove the unfinished file {}", file, e);
      }
    }
  }
}
