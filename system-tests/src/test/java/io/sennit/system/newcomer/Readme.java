// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a document tells its reader to write and to run, as it stands there. */
record Readme(String text) {
  static Readme read(Path page) throws IOException {
    return new Readme(Files.readString(page));
  }

  /** The block of a language that has a word. */
  String block(String language, String word) {
    return only("```" + language + "\n(.*?)```", word, "block of " + language + " with " + word);
  }

  /** The indented command line that begins so, in words. */
  List<String> command(String begin) {
    String line = only("(?m)^    (" + Pattern.quote(begin) + "[^\n]*)$", "", "command " + begin);
    return List.of(line.split(" +"));
  }

  /** What stands in back quotes and begins so, followed by a remark. */
  String quoted(String begin, String remark) {
    return only(
        "`(" + Pattern.quote(begin) + "[^`]*)`\\s+" + Pattern.quote(remark),
        "",
        begin + " " + remark);
  }

  private String only(String pattern, String word, String what) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      if (matcher.group(1).contains(word)) {
        found.add(matcher.group(1));
      }
    }
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " times in the page: " + what);
    }
    return found.getFirst();
  }
}
