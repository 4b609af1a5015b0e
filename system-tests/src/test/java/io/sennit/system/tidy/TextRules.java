// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules that a line of text shows by itself. */
final class TextRules {
  static final int MAX_LINE_COLUMNS = 100;
  static final int MAX_FILE_LINES = 500;

  private static final String HEADER = "// SPDX-License-Identifier: Apache-2.0";
  // Put together here, so that this file does not break its own rule.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.\\w+)\\.sleep\\(");
  private static final Pattern MACHINE_PATH = Pattern.compile("\"/(work|root|home)/");

  private TextRules() {}

  static List<String> findings(SourceFile file) {
    List<String> findings = new ArrayList<>();
    List<String> lines = file.lines();
    if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
      findings.add(file.path() + ":1: the first line is not '" + HEADER + "'");
    }
    if (lines.size() > MAX_FILE_LINES) {
      findings.add(file.path() + ": " + lines.size() + " lines, at most " + MAX_FILE_LINES);
    }
    for (int i = 0; i < lines.size(); i++) {
      for (String finding : findings(file, lines.get(i))) {
        findings.add(file.path() + ":" + (i + 1) + ": " + finding);
      }
    }
    return findings;
  }

  private static List<String> findings(SourceFile file, String line) {
    List<String> findings = new ArrayList<>();
    int columns = line.codePointCount(0, line.length());
    if (columns > MAX_LINE_COLUMNS && !line.startsWith("import ")) {
      findings.add(columns + " columns, at most " + MAX_LINE_COLUMNS);
    }
    if (UNFINISHED.matcher(line).find()) {
      findings.add("something is left to do: do it, or file an issue");
    }
    if (SLEEP.matcher(line).find() && !maySleep(file)) {
      findings.add("sleeps; wait for the thing, with a bound");
    }
    if (MACHINE_PATH.matcher(line).find()) {
      findings.add("names a path of one machine");
    }
    return findings;
  }

  private static boolean maySleep(SourceFile file) {
    return file.isIn("base/src/main/") || file.path().contains("/fixture/");
  }
}
