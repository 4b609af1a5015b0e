// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.ProcessorUse.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class ProcessorUseTest {
  @TempDir
  private Path proc;

  @Test
  void countersAreReadWhateverTheProcessIsCalled() throws IOException {
    Files.createDirectories(proc.resolve("self/task/17"));
    Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("self/task/17"));
    Files.writeString(
        proc.resolve("self/stat"),
        "7 (a) S ( b) R 1 2 3 4 5 6 7 8 9 10 120 30 99 99 20 0 31 0 900 1000\n");
    Files.writeString(proc.resolve("thread-self/schedstat"), "4000 5000 6\n");
    Sample sample = new SystemProcessorUse(proc).sample();
    assertEquals(1_500_000_000L, sample.usedNanos());
    assertEquals(17, sample.thread());
    assertEquals(4_000, sample.ranNanos());
    assertEquals(5_000, sample.waitedNanos());
    assertEquals(Runtime.getRuntime().availableProcessors(), sample.processors());
  }

  @Test
  void whereTheSystemDoesNotTellNothingIsUsed() {
    Sample sample = new SystemProcessorUse(proc).sample();
    int processors = Runtime.getRuntime().availableProcessors();
    assertEquals(new Sample(processors, 0, 0, 0, 0), sample);
  }

  /** As long as it takes, whatever else the machine does. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatComputesUsesAProcessor() {
    ProcessorUse use = ProcessorUse.system();
    Sample before = use.sample();
    Clock clock = Clock.system();
    long giveUpNanos = clock.nanoTime() + 60_000_000_000L;
    Sample after = before;
    while (after.usedNanos() - before.usedNanos() < 100_000_000
        && clock.nanoTime() - giveUpNanos < 0) {
      after = use.sample();
    }
    assertTrue(after.usedNanos() - before.usedNanos() >= 100_000_000, before + ", " + after);
    assertTrue(after.ranNanos() > before.ranNanos(), before + ", " + after);
    assertNotEquals(0, after.thread());
  }
}
