// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README tells a newcomer to write and to run, written and run: the artifacts are
 * installed by its command, from a copy of the sources and into a local repository of the test's
 * own, and its blocks are compiled and run in a project that knows nothing else of Sennit.
 */
@Timeout(600)
final class ReadmeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> LEFT_OUT = Set.of("target", ".git");
  private static final String INSTALL = "mvn -q install";
  private static final int INSTALL_SECONDS = 400;

  @TempDir
  static Path temporary;

  private static Readme readme;
  private static Path repository;

  @BeforeAll
  @Timeout(600)
  static void install() throws IOException, InterruptedException {
    readme = Readme.read(ROOT.resolve("README.md"));
    repository = Files.createDirectory(temporary.resolve("repository"));
    LocalRepository.seed(LocalRepository.ofThisBuild(), repository);
    Path copy = temporary.resolve("sennit");
    copySources(copy);
    List<String> command = new ArrayList<>(readme.command(INSTALL));
    command.addAll(List.of("-B", "-ntp", "-nsu", "-Dmaven.repo.local=" + repository));
    Program installed = Program.run(copy, INSTALL_SECONDS, command);
    assertFalse(installed.out().contains("ERROR"), installed::toString);
  }

  private static void copySources(Path target) throws IOException {
    Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
          throws IOException {
        if (LEFT_OUT.contains(directory.getFileName().toString())) {
          return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(target.resolve(ROOT.relativize(directory).toString()));
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        Files.copy(
            file,
            target.resolve(ROOT.relativize(file).toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
        return FileVisitResult.CONTINUE;
      }
    });
  }

  @Test
  void contributorsAreToldTheSameCommand() throws IOException {
    Readme contributing = Readme.read(ROOT.resolve("CONTRIBUTING.md"));
    assertEquals(readme.command(INSTALL), contributing.command(INSTALL));
  }

  @Test
  void itsProgramsRunOnTheClassPath() throws IOException, InterruptedException {
    Stranger stranger = create("class-path");
    stranger.build(repository);
    List<String> path = List.of("-cp", "target/classes:target/lib/*");
    String flag = readme.quoted("--enable-native-access=", "(class path)");
    check("1048576\n", stranger.run("stranger.EchoProgram", path, flag));
    check("hello world\n", stranger.run("stranger.GreeterProgram", path, flag));
  }

  @Test
  void itsProgramsRunOnTheModulePath() throws IOException, InterruptedException {
    Stranger stranger = create("module-path");
    stranger.addModule();
    stranger.build(repository);
    List<String> path = List.of("--module-path", "target/classes:target/lib", "-m");
    String flag = readme.quoted("--enable-native-access=", "(module path)");
    check("1048576\n", stranger.run("stranger/stranger.EchoProgram", path, flag));
    check("hello world\n", stranger.run("stranger/stranger.GreeterProgram", path, flag));
  }

  private static Stranger create(String name) throws IOException {
    return Stranger.create(
        Files.createDirectory(temporary.resolve(name)),
        readme,
        Files.readString(ROOT.resolve("pom.xml")));
  }

  /** The JVM warns of modules that are not there and of native access that was not allowed. */
  private static void check(String out, Program program) {
    assertEquals(out, program.out(), program::toString);
    assertFalse(program.err().contains("WARNING"), program::toString);
    assertFalse(program.err().contains("Exception"), program::toString);
  }
}
