// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What a program gets that depends on one of our artifacts: libraries, and nothing of commands. */
final class LibrariesTest {
  private static final String OURS = "sennit-";
  private static final Set<String> OF_COMMANDS =
      Set.of("sennit-tools", "picocli", "slf4j-simple", "uplot");

  @ParameterizedTest
  @ValueSource(strings = {"sennit-grpc", "sennit-shm", "sennit-roce", "sennit-simulator"})
  void aLibraryBringsNothingThatCommandsNeed(String library) {
    Set<String> brought = new TreeSet<>();
    gather(library, brought);
    assertTrue(brought.contains("slf4j-api"), brought::toString);
    brought.retainAll(OF_COMMANDS);
    assertEquals(Set.of(), brought);
  }

  @Test
  void theCommandsBringIt() {
    Set<String> brought = new TreeSet<>();
    gather("sennit-benchmarks", brought);
    assertTrue(brought.containsAll(OF_COMMANDS), brought::toString);
  }

  /** Those of other projects bring further ones, which none of ours chooses. */
  private static void gather(String artifact, Set<String> into) {
    for (String each : dependencies(artifact.substring(OURS.length()))) {
      if (into.add(each) && each.startsWith(OURS)) {
        gather(each, into);
      }
    }
  }

  private static List<String> dependencies(String module) {
    Path pom = Path.of("..", module, "pom.xml");
    try {
      return elements(DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(pom.toFile())
              .getElementsByTagName("dependency"))
          .filter(LibrariesTest::isPassedOn)
          .map(dependency -> text(dependency, "artifactId"))
          .toList();
    } catch (IOException | ParserConfigurationException | SAXException e) {
      throw new AssertionError(pom + " cannot be read", e);
    }
  }

  private static boolean isPassedOn(Element dependency) {
    return !text(dependency, "optional").equals("true")
        && Set.of("", "compile", "runtime").contains(text(dependency, "scope"));
  }

  private static String text(Element dependency, String name) {
    return elements(dependency.getElementsByTagName(name))
        .map(Element::getTextContent)
        .findFirst()
        .orElse("");
  }

  private static Stream<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast);
  }
}
