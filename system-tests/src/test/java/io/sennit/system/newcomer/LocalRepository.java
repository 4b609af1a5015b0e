// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** A local repository of Maven that has what another one has, but for what is ours. */
final class LocalRepository {
  private static final Path OURS = Path.of("io", "sennit");

  private LocalRepository() {}

  /** The one that this build uses, as Surefire tells it. */
  static Path ofThisBuild() {
    String told = System.getProperty("localRepository");
    return told == null
        ? Path.of(System.getProperty("user.home"), ".m2", "repository")
        : Path.of(told);
  }

  /** By links where that can be, so that it costs neither time nor room. */
  static void seed(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
          throws IOException {
        Path place = from.relativize(directory);
        if (place.equals(OURS)) {
          return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(to.resolve(place.toString()));
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        linkOrCopy(file, to.resolve(from.relativize(file).toString()));
        return FileVisitResult.CONTINUE;
      }
    });
  }

  /** What Maven writes into again and again is not shared. */
  private static void linkOrCopy(Path file, Path link) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(".jar") || name.endsWith(".exe")) {
      try {
        Files.createLink(link, file);
        return;
      } catch (IOException | UnsupportedOperationException elsewhere) {
        Files.deleteIfExists(link);
      }
    }
    Files.copy(file, link, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
