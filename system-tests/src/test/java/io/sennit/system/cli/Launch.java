// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import io.sennit.tools.Main;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How to start {@code sennit}: as the launcher does, in a directory of the test that is its
 * temporary directory too. Immutable.
 *
 * @param prefix a program that runs the rest of the line, such as {@code unshare}
 * @param flags of the JVM, further ones
 * @param out where standard output goes; kept by the {@link Running} if empty
 */
record Launch(Path directory, List<String> prefix, List<String> flags, Optional<File> out) {
  /** What a short run needs, since most of these are over before a compiler has paid off. */
  private static final List<String> FLAGS = List.of(
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED");

  static Launch in(Path directory) {
    return new Launch(directory, List.of(), List.of(), Optional.empty());
  }

  /** The same where a server is: a busy machine may take long to connect. */
  static Launch whereAServerIs(Path directory) {
    return new Launch(
        directory, List.of(), List.of("-Dsennit.connectTimeout=30s"), Optional.empty());
  }

  /** With a program in front. */
  Launch under(List<String> program) {
    return new Launch(directory, program, flags, out);
  }

  /** With further flags of the JVM. */
  Launch with(List<String> more) {
    List<String> all = Stream.concat(flags.stream(), more.stream()).toList();
    return new Launch(directory, prefix, all, out);
  }

  /** With standard output going to a file. */
  Launch into(Path file) {
    return new Launch(directory, prefix, flags, Optional.of(file.toFile()));
  }

  Running start(String... arguments) {
    List<String> line = Stream.of(
            prefix,
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
            FLAGS,
            flags,
            List.of("-Djava.io.tmpdir=" + directory, "-cp", System.getProperty("java.class.path")),
            List.of(Main.class.getName()),
            List.of(arguments))
        .flatMap(List::stream)
        .toList();
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(line));
    builder.directory(directory.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS"); // The JVM says so on standard error.
    out.ifPresent(builder::redirectOutput);
    try {
      return new Running(builder.start(), String.join(" ", arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it and waits for its end. */
  Ended run(String... arguments) {
    try (Running running = start(arguments)) {
      return running.await();
    }
  }
}
