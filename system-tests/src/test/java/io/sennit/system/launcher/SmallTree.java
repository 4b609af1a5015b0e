// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A source tree with the real launcher and the real parent pom, but of two modules only and with a
 * program of one line, so that a build takes seconds.
 */
final class SmallTree {
  private static final String MAIN = "tools/src/main/java/io/sennit/tools/Main.java";
  private static final String MODULE = """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>io.sennit</groupId>
          <artifactId>sennit-parent</artifactId>
          <version>0.1.0-SNAPSHOT</version>
        </parent>
        <artifactId>sennit-tools</artifactId>
      </project>
      """;

  private final Path root;

  private SmallTree(Path root) {
    this.root = root;
  }

  static SmallTree create(Path project, Path root) throws IOException {
    SmallTree tree = new SmallTree(root);
    Files.createDirectories(root.resolve(".mvn"));
    copy(project, root, "sennit");
    copy(project, root, ".mvn/jvm.config");
    String parent = Files.readString(project.resolve("pom.xml"));
    tree.write("pom.xml", parent.replaceAll("<module>(?!tools<|distribution<)[^<]*</module>", ""));
    tree.write("tools/pom.xml", MODULE);
    String distribution = Files.readString(project.resolve("distribution/pom.xml"));
    tree.write(
        "distribution/pom.xml",
        distribution.replaceAll(
            "<dependency>\\s*<groupId>io.sennit</groupId>\\s*"
                + "<artifactId>(?!sennit-tools<)[^<]*</artifactId>\\s*</dependency>",
            ""));
    return tree;
  }

  /** A copy with the same times, so that it counts as built if this one does. */
  SmallTree copyTo(Path target) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        Path copied = target.resolve(root.relativize(path));
        Files.copy(path, copied, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return new SmallTree(target);
  }

  Path root() {
    return root;
  }

  /** Makes the program print the value of a Java expression and then its arguments. */
  void programPrints(String expression) throws IOException {
    write(MAIN, """
        package io.sennit.tools;

        public final class Main {
          private Main() {}

          public static void main(String[] arguments) {
            System.out.println(%s + " " + String.join(",", arguments));
          }
        }
        """.formatted(expression));
  }

  void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  void delete(String path) throws IOException {
    Files.delete(root.resolve(path));
  }

  Run run(Map<String, String> environment, String... arguments) throws IOException {
    return start(environment, arguments).await();
  }

  Run.Started start(Map<String, String> environment, String... arguments) throws IOException {
    Path out = Files.createTempFile(root.getParent(), "out", ".txt");
    Path err = Files.createTempFile(root.getParent(), "err", ".txt");
    ProcessBuilder builder = new ProcessBuilder(root.resolve("sennit").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeIf(name -> name.startsWith("SENNIT_"));
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Run.Started(builder.start(), out, err);
  }

  /** A directory that looks like a JDK; its java prints its locale and the JVM's arguments. */
  Path fakeJdk(String version) throws IOException {
    Path home = root.resolveSibling("jdk-" + version);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n", UTF_8);
    for (String name : List.of("java", "javac")) {
      Path program = home.resolve("bin").resolve(name);
      Files.writeString(program, "#!/bin/sh\necho fake " + version + " $LC_ALL \"$@\"\n");
      if (!program.toFile().setExecutable(true)) {
        throw new IOException("cannot make " + program + " executable");
      }
    }
    return home;
  }

  private static void copy(Path from, Path to, String path) throws IOException {
    Files.copy(from.resolve(path), to.resolve(path), StandardCopyOption.COPY_ATTRIBUTES);
  }
}
