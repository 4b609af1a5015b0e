// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java source of the tree.
 *
 * @param path from the root of the tree, with slashes
 * @param text all of it
 */
record SourceFile(String path, String text) {
  List<String> lines() {
    return text.lines().toList();
  }

  boolean isIn(String prefix) {
    return path.startsWith(prefix);
  }

  /** Surefire runs a module's tests in the module's directory. */
  static Path root() {
    Path root = Path.of("").toAbsolutePath().getParent();
    if (root == null || !Files.isExecutable(root.resolve("sennit"))) {
      throw new IllegalStateException("not the root of the source tree: " + root);
    }
    return root;
  }

  static List<SourceFile> all() {
    Path root = root();
    try (Stream<Path> paths = Files.walk(root)) {
      return paths
          .filter(path -> path.toString().matches(".*/src/(main|test)/java/.*\\.java"))
          .filter(path -> !path.toString().contains("/target/"))
          .map(path -> read(root, path))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SourceFile read(Path root, Path path) {
    try {
      return new SourceFile(root.relativize(path).toString(), Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
