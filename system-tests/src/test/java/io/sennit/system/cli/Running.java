// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code sennit} process that goes on; what it writes is kept. Ended, with its own, by close. */
final class Running implements AutoCloseable {
  /** For a machine that does other things meanwhile; no bound of the product. */
  private static final long PATIENCE_NANOS = SECONDS.toNanos(150);

  private static final long GLANCE_MILLIS = 10;
  private static final Pattern PORT = Pattern.compile(" on port (\\d+)\\R");

  private final Process process;
  private final String name;
  private final long startNanos = System.nanoTime();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Thread outReader;
  private final Thread errReader;

  Running(Process process, String name) {
    this.process = process;
    this.name = name;
    outReader = keep(process.getInputStream(), out);
    errReader = keep(process.getErrorStream(), err);
  }

  long pid() {
    return process.pid();
  }

  /** The port that a server says it listens on. */
  int port() {
    awaitUntil("it says its port", () -> PORT.matcher(out.toString()).find());
    Matcher said = PORT.matcher(out.toString());
    return said.find() ? Integer.parseInt(said.group(1)) : -1;
  }

  /** Waits until something holds; this process must not end before. */
  void awaitUntil(String what, BooleanSupplier condition) {
    long endNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (hasEndedWithin(GLANCE_MILLIS) && !condition.getAsBoolean()) {
        throw new AssertionError("ended before " + what + ": " + this);
      }
      if (System.nanoTime() > endNanos) {
        throw new AssertionError("waited in vain until " + what + ": " + this);
      }
    }
  }

  Ended await() {
    if (!hasEndedWithin(NANOSECONDS.toMillis(PATIENCE_NANOS))) {
      throw new AssertionError("still running: " + this);
    }
    long nanos = System.nanoTime() - startNanos;
    join(outReader);
    join(errReader);
    return new Ended(name, process.exitValue(), out.toString(), err.toString(), nanos);
  }

  /** The processes that it has started and that still live. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** No chance to clean up. By its handle, since the Process would close what it wrote unread. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** What Ctrl-C on a terminal does; for one that was started {@link Shell#inGroupOfItsOwn}. */
  void interruptGroup() {
    Shell.run("kill -INT -" + process.pid());
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    if (!hasEndedWithin(10_000)) {
      throw new AssertionError("cannot be killed: " + this);
    }
  }

  private boolean hasEndedWithin(long millis) {
    try {
      return process.waitFor(millis, MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new AssertionError("interrupted while waiting for " + this, e);
    }
  }

  private static Thread keep(InputStream from, StringWriter into) {
    return Thread.ofPlatform().daemon().start(() -> {
      try (var reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
        char[] some = new char[4096];
        for (int count = reader.read(some); count >= 0; count = reader.read(some)) {
          into.write(some, 0, count);
        }
      } catch (IOException e) {
        into.write("<and then " + e + ">"); // Closed by the end of this test.
      }
    });
  }

  private static void join(Thread reader) {
    try {
      reader.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public String toString() {
    return name + " (pid " + process.pid() + "), out: <" + out + ">, err: <" + err + ">";
  }
}
