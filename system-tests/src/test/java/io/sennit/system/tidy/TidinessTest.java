// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TidinessTest {
  private static final String HEADER = "// SPDX-License-Identifier: Apache-2.0\n";

  /** Files that a rule's own exception (tables, protocol suites) lets be longer, and why. */
  private static final Map<String, String> LONG_FOR_A_REASON = Map.of();

  @Test
  void everySourceKeepsTheHouseRules() {
    List<SourceFile> files = SourceFile.all();
    assertTrue(files.size() > 50, () -> "found only " + files.size() + " sources");
    List<String> findings = new ArrayList<>(ShapeRules.findings(files));
    files.forEach(file -> findings.addAll(TextRules.findings(file)));
    // A finding on a whole file has no line number behind its path.
    LONG_FOR_A_REASON
        .keySet()
        .forEach(path -> findings.removeIf(finding -> finding.startsWith(path + ": ")));
    assertEquals(List.of(), findings, () -> String.join("\n", findings));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class A {} // TO+DO later | left to do",
        "class A { void a() { Thread.sl+eep(1); } } | sleeps",
        "class A { String a = '/wo+rk/a'; } | path of one machine",
      })
  void anUntidyLineIsFound(String line, String expected) {
    String text = HEADER + line.replace("+", "").replace('\'', '"') + "\n";
    assertFound(TextRules.findings(new SourceFile("rpc/src/main/java/A.java", text)), expected);
  }

  @Test
  void aMissingHeaderIsFound() {
    assertFound(TextRules.findings(new SourceFile("A.java", "class A {}\n")), "first line");
  }

  @Test
  void aLineOverTheMarginIsFound() {
    String atTheMargin = HEADER + "/".repeat(100) + "\n";
    assertEquals(List.of(), TextRules.findings(new SourceFile("A.java", atTheMargin)));
    String over = HEADER + "/".repeat(101) + "\n";
    assertFound(TextRules.findings(new SourceFile("A.java", over)), "101 columns");
  }

  @Test
  void aFileOfTooManyLinesIsFound() {
    assertFound(
        TextRules.findings(new SourceFile("A.java", HEADER + "\n".repeat(500))), "501 lines");
  }

  @Test
  void aLongMethodIsFound() {
    String body = "  int a = 0;\n";
    assertEquals(List.of(), shape("void a() {\n" + body.repeat(58) + "}\n"));
    assertFound(shape("void a() {\n" + body.repeat(59) + "}\n"), "a has 61 lines");
  }

  @Test
  void aMethodOfManyParametersIsFoundAndARecordIsNot() {
    assertFound(shape("void a(int b, int c, int d, int e, int f, int g) {}"), "6 parameters");
    assertFound(shape("A(int b, int c, int d, int e, int f, int g) {}"), "6 parameters");
    assertEquals(List.of(), shape("record R(int b, int c, int d, int e, int f, int g) {}"));
  }

  private static List<String> shape(String member) {
    return ShapeRules.findings(List.of(new SourceFile("A.java", "class A {\n" + member + "}\n")));
  }

  private static void assertFound(List<String> findings, String expected) {
    assertTrue(
        findings.size() == 1 && findings.getFirst().contains(expected),
        () -> "expected one finding with '" + expected + "', found " + findings);
  }
}
