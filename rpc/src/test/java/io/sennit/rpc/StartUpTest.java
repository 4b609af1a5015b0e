// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a server says that cannot start, each in a process of its own. */
final class StartUpTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @Test
  void withoutAProviderOnThePathTheReasonSaysWhatToAdd() throws Exception {
    String path = Arrays.stream(CLASS_PATH.split(File.pathSeparator, -1))
        .filter(entry -> !hasProvider(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
    String said = start(path, "--enable-native-access=ALL-UNNAMED");
    assertTrue(
        said.endsWith("no provider can be used in this process: none was found on the class or"
            + " module path; add one, such as sennit-shm"),
        said);
  }

  @Test
  void withoutNativeAccessEveryProviderSaysWhichFlagIsMissing() throws Exception {
    String said = start(CLASS_PATH, "--illegal-native-access=deny");
    assertTrue(said.contains("shm (Native access is denied"), said);
    assertTrue(said.contains("--enable-native-access=io.sennit.shm"), said);
    assertTrue(!said.contains("NoClassDefFoundError"), said);
  }

  private static String start(String classPath, String flag) throws Exception {
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            flag,
            "-cp",
            classPath,
            StartUpTest.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (InputStream out = process.getInputStream()) {
      List<String> lines =
          new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), lines::toString);
      assertEquals(2, lines.size(), lines::toString);
      assertEquals(lines.getFirst(), lines.getLast(), "said the second time");
      return lines.getFirst();
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean hasProvider(Path entry) {
    String services = "META-INF/services/io.sennit.verbs.spi.VerbsProvider";
    if (Files.isDirectory(entry)) {
      return Files.exists(entry.resolve(services));
    }
    return Stream.of("shm", "roce").anyMatch(room -> entry.toString().contains("sennit-" + room));
  }

  public static void main(String[] args) {
    for (int time = 0; time < 2; time++) {
      try (RpcServer server = RpcServer.builder().start()) {
        System.out.println("listens on " + server.address());
      } catch (UncheckedIOException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
