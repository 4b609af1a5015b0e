// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A {@code sennit} process that has ended.
 *
 * @param name its arguments
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 * @param nanos from its start to its end
 */
record Ended(String name, int status, String out, String err, long nanos) {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * How much longer than a process that does nothing one may take that connects: it loads more, and
   * the machine may have become busy since that was measured.
   */
  private static final int STARTS = 8;

  /** It did what it should and had nothing to say on standard error. */
  Ended assertSuccess() {
    assertEquals(0, status, this::toString);
    assertEquals("", err, this::toString);
    return this;
  }

  /**
   * It failed as a command should: soon, with status 1, with nothing but one sentence on standard
   * error that has all these words.
   */
  void assertFailure(String... words) {
    assertEquals(1, status, this::toString);
    assertEquals("", out, this::toString);
    assertSentence(words);
    long slackNanos = STARTS * Start.NANOS;
    assertTrue(
        nanos < BOUND_NANOS + slackNanos,
        () -> nanos + " ns, at most 5 s and " + slackNanos + " ns for the machine: " + this);
  }

  /** Its standard error is one sentence, no trace and no log, that has all these words. */
  void assertSentence(String... words) {
    assertEquals(1, err.lines().count(), this::toString);
    assertTrue(err.startsWith("sennit") && err.endsWith(".\n"), this::toString);
    assertFalse(err.contains("Unexpected"), this::toString);
    for (String word : words) {
      assertTrue(err.contains(word), () -> "without '" + word + "': " + this);
    }
  }

  /** What this machine needs now to start the JVM and end it again: not the product's doing. */
  private static final class Start {
    static final long NANOS = measured();

    private static long measured() {
      Path anywhere = Path.of(System.getProperty("java.io.tmpdir"));
      return Launch.in(anywhere).run("--version").assertSuccess().nanos();
    }
  }
}
