// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Versions that documents tell are those of the build. */
final class DocumentsTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void theReadmeNamesTheVersionsOfTheBuild() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String readme = Files.readString(ROOT.resolve("README.md"));
    String sennit = first("<artifactId>sennit-parent</artifactId>\\s*<version>(.*?)<", pom);
    String grpc = first("<grpc.version>(.*?)<", pom);
    assertEquals(
        List.of(sennit, sennit, sennit),
        all("<artifactId>sennit-.*?</artifactId>\\s*<version>(.*?)<", readme));
    assertEquals(
        List.of(grpc), all("<artifactId>grpc-bom</artifactId>\\s*<version>(.*?)<", readme));
  }

  @Test
  void documentsNameTheRangeOfGrpcVersionsThatIsChecked() throws IOException {
    String check = Files.readString(
        ROOT.resolve("grpc/src/main/java/io/sennit/grpc/transport/GrpcVersion.java"));
    String range =
        "1." + first("MIN_MINOR = (\\d+)", check) + " to 1." + first("MAX_MINOR = (\\d+)", check);
    for (String page : List.of("README.md", "CHANGELOG.md", "docs/SETTINGS.md")) {
      String text = Files.readString(ROOT.resolve(page)).replaceAll("\\s+", " ");
      assertTrue(text.contains(range), () -> page + " does not say " + range);
    }
  }

  @Test
  void thePageOnTestsNamesTheVersionOfTheBuild() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String page = Files.readString(ROOT.resolve("docs/TESTING.md"));
    assertEquals(
        List.of(first("<artifactId>sennit-parent</artifactId>\\s*<version>(.*?)<", pom)),
        all("<artifactId>sennit-.*?</artifactId>\\s*<version>(.*?)<", page));
    assertTrue(
        Files.readString(ROOT.resolve("README.md"))
            .contains("uses " + first("<grpc.codegen.version>(.*?)<", pom) + "."),
        "the README does not say the version of the generator");
  }

  /** The messages in the page, but for those of gRPC and the JVM, are what the sources say. */
  @Test
  void thePageOnTroubleQuotesWhatIsSaid() throws IOException {
    String said = literals();
    String page = Files.readString(ROOT.resolve("docs/TROUBLESHOOTING.md"))
        .replaceFirst("(?s)## What gRPC and the JVM say.*", "");
    List<String> messages = all("(?m)^\\| `([^`]*)` \\|", page);
    assertTrue(messages.size() > 30, messages::toString);
    List<String> invented = new ArrayList<>();
    for (String message : messages) {
      for (String part : message.split("…", -1)) {
        if (!said.contains(part.strip())) {
          invented.add(part);
        }
      }
    }
    assertEquals(List.of(), invented);
  }

  /** Texts in the sources, those that stand together joined. */
  private static String literals() throws IOException {
    StringBuilder said = new StringBuilder();
    for (String room : List.of("rpc", "grpc", "shm", "roce", "verbs", "multipath")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(room + "/src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          said.append(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
        }
      }
    }
    return said.toString().replace("{}", "…").replaceAll("\"\\s*[+][^\"]*[+]\\s*\"", "…");
  }

  private static String first(String pattern, String text) {
    List<String> found = all(pattern, text);
    assertTrue(!found.isEmpty(), () -> "nothing like " + pattern);
    return found.getFirst();
  }

  private static List<String> all(String pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
