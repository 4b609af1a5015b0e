// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of this run alone, gone afterwards, also when the process is interrupted. */
final class TemporaryDirectory implements AutoCloseable {
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
    for (Path each : contents()) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove " + each, e);
      }
    }
  }

  private List<Path> contents() {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + path, e);
    }
  }
}
