// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What demos that were killed left. A demo that lives holds a lock in its directory: the kernel
 * gives the locks of the dead back. Stateless.
 */
final class AbandonedDirectories {
  /** What names of all demos' directories begin with. */
  static final String PREFIX = "sennit-demo-";

  private static final String HELD = ".held";
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedDirectories.class);

  private AbandonedDirectories() {}

  /**
   * Until the channel is closed this directory is somebody's. Its file gets its name when it is
   * locked, so that nobody finds it without the lock; where there are no locks it gets none, and
   * the directory is never taken for abandoned.
   */
  static FileChannel hold(Path directory) throws IOException {
    Path fresh = directory.resolve(".new");
    FileChannel channel =
        FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      channel.lock();
      Files.move(fresh, directory.resolve(HELD), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.info("cannot lock {}", fresh, e);
    }
    return channel;
  }

  /**
   * Removes those beside this one that are the same user's and that nobody holds. This one's file
   * is not looked at: a process that closes a file gives all its locks on that back.
   */
  static void removeBeside(Path own) throws IOException {
    Path parent = own.toAbsolutePath().getParent();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        if (!each.equals(own.toAbsolutePath())) {
          removeIfAbandoned(each, own);
        }
      }
    } catch (DirectoryIteratorException e) {
      LOG.info("cannot look for what other demos left in {}", parent, e);
    }
  }

  private static void removeIfAbandoned(Path directory, Path own) {
    try {
      Path held = directory.resolve(HELD);
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))
          && Files.isRegularFile(held, LinkOption.NOFOLLOW_LINKS)) {
        removeUnlessLocked(directory, held);
      }
    } catch (IOException | OverlappingFileLockException e) { // The latter: this process holds it.
      LOG.info("cannot remove {}, which a demo left or has just removed", directory, e);
    }
  }

  private static void removeUnlessLocked(Path directory, Path held) throws IOException {
    try (FileChannel channel = FileChannel.open(held, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Tree.remove(directory);
      }
    }
  }
}
