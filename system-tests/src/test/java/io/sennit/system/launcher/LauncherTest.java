// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds with Maven, so its bound is that of several builds on a busy machine. */
@Timeout(300)
final class LauncherTest {
  /** A directory that does not exist, so that no other JDK is found. */
  private static final String NO_PLACE = "no-such-directory";

  private static final String EXTRA = "tools/src/main/java/io/sennit/tools/Extra.java";
  private static final String IS_EXTRA_THERE =
      "(Main.class.getResource(\"Extra.class\") == null ? \"absent\" : \"present\")";

  @TempDir
  static Path shared;

  private static SmallTree built;

  @TempDir
  Path temporary;

  private SmallTree tree;

  @BeforeAll
  @Timeout(300)
  static void buildOnce() throws IOException {
    Path project = Path.of("").toAbsolutePath().resolveSibling(".").normalize();
    built = SmallTree.create(project, Files.createDirectory(shared.resolve("tree")));
    built.programPrints(IS_EXTRA_THERE);
    built.write(EXTRA, "package io.sennit.tools;\n\nfinal class Extra {}\n");
    Run first = built.run(Map.of(), "a", "b");
    assertEquals("present a,b\n", first.out(), first::toString);
    assertEquals(1, first.builds(), first::toString);
  }

  @BeforeEach
  void copyTheTree() throws IOException {
    tree = built.copyTo(temporary.resolve("tree"));
  }

  @Test
  void aSecondLaunchBuildsNothingAndSaysNothing() throws IOException {
    tree.write("target/noise.txt", "not a source");
    tree.write(".git/index", "not a source");
    Run second = tree.run(Map.of(), "c");
    assertEquals(new Run(0, "present c\n", ""), second);
  }

  @Test
  void anEditedSourceIsBuiltOnceByTwoLaunchesAtOnce() throws IOException {
    tree.programPrints("\"edited\"");
    Run.Started one = tree.start(Map.of(), "1");
    Run.Started other = tree.start(Map.of(), "2");
    Run first = one.await();
    Run second = other.await();
    assertEquals("edited 1\n", first.out(), first::toString);
    assertEquals("edited 2\n", second.out(), second::toString);
    assertEquals(1, first.builds() + second.builds(), () -> first + " " + second);
  }

  @Test
  void aDeletedSourceIsGoneFromTheProgram() throws IOException {
    tree.delete(EXTRA);
    Run run = tree.run(Map.of());
    assertEquals("absent \n", run.out(), run::toString);
    assertEquals(1, run.builds(), run::toString);
  }

  @Test
  void aSourceThatDoesNotCompileIsShownAndNothingRuns() throws IOException {
    tree.programPrints("undefined");
    Run run = tree.run(Map.of());
    assertNotEquals(0, run.exitStatus(), run::toString);
    assertEquals("", run.out(), run::toString);
    assertTrue(run.err().contains("cannot find symbol"), run::toString);
    assertTrue(run.err().contains("sennit: the build failed"), run::toString);
  }

  @Test
  void anOldJavaHomeIsSkippedAndSaidSo() throws IOException {
    Path old = tree.fakeJdk("17.0.9");
    Path found = tree.fakeJdk("25.0.3");
    Run run = tree.run(places(old, found.toString()), "x");
    assertTrue(run.out().startsWith("fake 25.0.3 "), run::toString);
    assertTrue(run.out().endsWith("io.sennit.tools.Main x\n"), run::toString);
    assertEquals(
        "sennit: skipping JAVA_HOME (" + old + "): it is JDK 17.0.9, Sennit needs 25 or newer\n",
        run.err());
  }

  @Test
  void simulationsAreToldTheCommitAndWhetherTheTreeHasChanges() throws Exception {
    tree.write(".gitignore", "target/\n");
    git("init -q");
    git("add .");
    git("-c user.name=test -c user.email=test@localhost commit -qm all");
    Map<String, String> fake = places(tree.fakeJdk("25.0.3"), NO_PLACE);
    assertTrue(commit(fake, "simulate").matches("-Dsennit\\.commit=[0-9a-f]{12}"));
    tree.write("tools/notes.txt", "not in the commit");
    assertTrue(commit(fake, "--version").matches("-Dsennit\\.commit=[0-9a-f]{12}\\+changes"));
    assertEquals("", commit(fake, "demo"), "costs a process, so only who needs it asks");
  }

  private String commit(Map<String, String> environment, String command) throws IOException {
    return List.of(tree.run(environment, command).out().split("\\s+")).stream()
        .filter(flag -> flag.startsWith("-Dsennit.commit="))
        .findFirst()
        .orElse("");
  }

  private void git(String line) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(line.split(" ")));
    Process git =
        new ProcessBuilder(command).directory(tree.root().toFile()).inheritIO().start();
    assertTrue(git.waitFor(30, TimeUnit.SECONDS), line);
    assertEquals(0, git.exitValue(), line);
  }

  @Test
  void withoutANewJdkOneSentenceSaysWhatToInstall() throws IOException {
    Run run = tree.run(places(tree.fakeJdk("1.8.0_402"), NO_PLACE));
    assertEquals(1, run.exitStatus(), run::toString);
    assertEquals("", run.out(), run::toString);
    assertTrue(run.err().contains("it is JDK 8.0_402"), run::toString);
    assertTrue(run.err().contains("found no JDK 25 or newer; install one"), run::toString);
  }

  @Test
  void aJdkWithAKnownFaultIsUsedWithAWarning() throws IOException {
    Run faulty = tree.run(Map.of("JAVA_HOME", tree.fakeJdk("25.0.2").toString()));
    assertTrue(faulty.err().contains("SPARK-55852"), faulty::toString);
    Run repaired = tree.run(Map.of("JAVA_HOME", tree.fakeJdk("25.0.3").toString()));
    assertEquals("", repaired.err(), repaired::toString);
    Run next = tree.run(Map.of("JAVA_HOME", tree.fakeJdk("26").toString()));
    assertEquals("", next.err(), next::toString);
  }

  @Test
  void theModulePathIsUsedWhenAskedFor() throws IOException {
    String jdk = tree.fakeJdk("25.0.3").toString();
    Run modules = tree.run(Map.of("JAVA_HOME", jdk, "SENNIT_MODULE_PATH", "1"), "x");
    assertTrue(modules.out().contains(" --module-path "), modules::toString);
    Run classes = tree.run(Map.of("JAVA_HOME", jdk), "-Dsennit.a=b", "x", "-Dc=d");
    assertFalse(classes.out().contains("--module-path"), classes::toString);
    assertTrue(classes.out().contains(" -Dsennit.a=b "), classes::toString);
    assertTrue(classes.out().endsWith("Main x -Dc=d\n"), classes::toString);
  }

  @Test
  void theTestCommandHasHelpOfItsOwn() throws IOException {
    Run run = tree.run(Map.of("JAVA_HOME", tree.fakeJdk("25.0.3").toString()), "test", "--help");
    assertEquals(0, run.exitStatus(), run::toString);
    assertTrue(run.out().startsWith("Usage: ./sennit test [MAVEN...]\n"), run::toString);
  }

  @Test
  void testsThatAreNotThereAreAnsweredWithThoseThatAre() throws IOException {
    Run run = tree.run(Map.of("JAVA_HOME", tree.fakeJdk("25.0.3").toString()), "test", "foo");
    assertEquals(2, run.exitStatus(), run::toString);
    assertEquals("", run.out(), run::toString);
    assertTrue(
        run.err()
            .startsWith("sennit test: There are no tests 'foo'; there are guest, attacks, long and"
                + " mutants."),
        run::toString);
  }

  /** What Maven is asked to do. */
  private String asked(String... arguments) throws IOException {
    Path maven = Files.createDirectories(tree.root().resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho maven \"$@\"\n");
    assertTrue(maven.toFile().setExecutable(true), maven::toString);
    String path = maven.resolveSibling("") + ":/usr/bin:/bin";
    String jdk = tree.fakeJdk("25.0.3").toString();
    Run run = tree.run(Map.of("JAVA_HOME", jdk, "PATH", path), arguments);
    assertEquals(0, run.exitStatus(), run::toString);
    return run.out();
  }

  @Test
  void theGuestsTestsAreThoseThatTheOthersLeaveOut() throws IOException {
    String guest = asked("test", "guest", "-q");
    assertTrue(guest.contains(" -Dtest=GuestTest "), guest);
    assertTrue(guest.contains(" -Dsennit.test.left.out= "), guest);
    assertTrue(guest.endsWith(" -q\n"), guest);
    assertEquals("maven -B -ntp verify -q\n", asked("test", "-q"));
  }

  @Test
  void longRunsAndMutantsHaveProfilesOfTheirOwn() throws IOException {
    String fuzzing = asked("test", "long", "-Dsennit.fuzz.seconds=5");
    assertTrue(
        fuzzing.contains(" -Plong -Dtest=FuzzTest,SimulatedHeapTest,ThreadsHeapTest "), fuzzing);
    assertTrue(fuzzing.endsWith(" -Dsennit.fuzz.seconds=5\n"), fuzzing);
    String mutants = asked("test", "mutants", "-q");
    assertTrue(mutants.contains(" -Pmutants "), mutants);
    assertTrue(mutants.endsWith(" -q\n"), mutants);
  }

  @Test
  void namesOfFilesAreUtf8WhereThereIsNoLocale() throws IOException {
    String jdk = tree.fakeJdk("25.0.3").toString();
    for (String none : List.of("", "C", "POSIX")) {
      Run run = tree.run(Map.of("JAVA_HOME", jdk, "LC_ALL", none, "LC_CTYPE", "", "LANG", ""));
      assertTrue(run.out().startsWith("fake 25.0.3 C.UTF-8 "), run::toString);
    }
    Run own = tree.run(Map.of("JAVA_HOME", jdk, "LC_ALL", "en_US.ISO-8859-1"));
    assertTrue(own.out().startsWith("fake 25.0.3 en_US.ISO-8859-1 "), own::toString);
  }

  /** No JDK but the old one and those given, wherever the machine may have others. */
  private static Map<String, String> places(Path old, String places) {
    String path = "/usr/bin:/bin";
    return Map.of("JAVA_HOME", old.toString(), "SENNIT_JDK_PLACES", places, "PATH", path);
  }
}
