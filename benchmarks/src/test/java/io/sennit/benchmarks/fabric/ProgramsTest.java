// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.CommandException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgramsTest {
  /** What a program said is still to be read when it has ended: the order must not matter. */
  @Test
  void saysAllOfAProgramThatEndsAtOnce() {
    for (int i = 0; i < 300; i++) {
      assertEquals("said " + i + "\n", Programs.run("echo", "said " + i));
    }
  }

  @Test
  void givesAProgramItsLines() {
    assertEquals("one\ntwo\n", Programs.run(List.of("cat"), List.of("one", "two")));
  }

  @Test
  void tellsWhatAProgramThatFailedHasSaid() {
    var failure = assertThrows(CommandException.class, () -> Programs.run("ls", "/does-not-exist"));
    assertTrue(failure.toString().contains("No such file"), failure::toString);
  }
}
