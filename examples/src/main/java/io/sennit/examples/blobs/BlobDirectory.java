// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The directory whose files are served. A name never leads out of it: not by {@code ..}, not as an
 * absolute path, not over a symbolic link.
 */
final class BlobDirectory {
  /** One file: its name and size. */
  record Entry(String name, long sizeBytes) {}

  private final Path root;

  /** @throws IOException if it is not a directory that can be read */
  BlobDirectory(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      throw new IOException("there is no such directory; make it, or name another");
    }
    if (!Files.isDirectory(directory)) {
      throw new IOException("it is no directory; name one");
    }
    root = directory.toRealPath();
    if (!Files.isReadable(root)) {
      throw new IOException("it cannot be read; check its permissions");
    }
  }

  Path root() {
    return root;
  }

  /**
   * The file that a name stands for; it need not exist.
   *
   * @throws InvalidBlobNameException if the name is malformed or would leave the directory
   */
  Path resolve(String name) throws IOException {
    Path relative = parse(name);
    Path file = root.resolve(relative);
    // A link inside the directory may point outside: what exists of the path decides.
    if (!nearestExisting(file).toRealPath().startsWith(root)) {
      throw new InvalidBlobNameException(name, "it leads out of the served directory");
    }
    return file;
  }

  /** All files whose names begin with the prefix, by name; unfinished uploads are not listed. */
  List<Entry> list(String prefix) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Files.walkFileTree(root, collector(prefix, entries));
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  private FileVisitor<Path> collector(String prefix, List<Entry> entries) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String name = root.relativize(file).toString();
        if (attributes.isRegularFile() && name.startsWith(prefix) && !PartialFile.isPartial(file)) {
          entries.add(new Entry(name, attributes.size()));
        }
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        return FileVisitResult
            .CONTINUE; // Somebody else's folder, or just deleted: not ours to list.
      }
    };
  }

  private static Path parse(String name) throws InvalidBlobNameException {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidBlobNameException(name, e.getReason());
    }
    if (name.isEmpty() || path.isAbsolute() || !path.normalize().toString().equals(name)) {
      throw new InvalidBlobNameException(
          name, "a name is a relative path without empty parts, '.' or '..'");
    }
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidBlobNameException(name, "it holds control characters");
    }
    for (Path part : path) {
      if (part.toString().equals("..")) {
        throw new InvalidBlobNameException(name, "it leads out of the served directory");
      }
    }
    if (PartialFile.isPartial(path)) {
      throw new InvalidBlobNameException(name, "that ending is kept for unfinished files");
    }
    return path;
  }

  private static Path nearestExisting(Path file) {
    Path at = file;
    while (!Files.exists(at)) {
      Path parent = at.getParent();
      if (parent == null) {
        return at;
      }
      at = parent;
    }
    return at;
  }
}
