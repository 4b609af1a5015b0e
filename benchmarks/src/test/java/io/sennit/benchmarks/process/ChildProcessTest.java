// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another process that shares the terminal, and so its Ctrl-C. */
@Timeout(60)
final class ChildProcessTest {
  private static Process start(List<String> command) throws IOException {
    List<String> line = new ArrayList<>(ChildProcess.UNINTERRUPTED);
    line.addAll(command);
    return new ProcessBuilder(line).redirectErrorStream(true).start();
  }

  @Test
  void anInterruptedOneSaysNothingOfItAndGoesOnFromItsFirstMomentOn() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    for (int i = 0; i < 20; i++) {
      Process child = start(List.of(java, "-XX:-UsePerfData", "--version"));
      Process interrupts = new ProcessBuilder(
              "sh", "-c", "while kill -INT " + child.pid() + " 2>/dev/null; do :; done")
          .start();
      String said = new String(child.getInputStream().readAllBytes(), UTF_8);
      // The shell itself may not have come so far, and ends without a word.
      assertTrue(Set.of(0, 130).contains(child.waitFor()), said);
      assertFalse(said.contains("failed"), said);
      assertEquals(0, interrupts.waitFor());
    }
  }

  @Test
  void itIsTheProcessThatItStarts() throws Exception {
    Process child = start(List.of("sh", "-c", "echo $$"));
    String said = new String(child.getInputStream().readAllBytes(), UTF_8).strip();
    assertEquals(Long.toString(child.pid()), said);
    assertEquals(0, child.waitFor());
  }
}
