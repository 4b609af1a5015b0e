// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads Linux' {@code /proc}, for which neither JMX nor native code is needed. What is not there
 * counts as nothing used.
 */
final class SystemProcessorUse implements ProcessorUse {
  static final ProcessorUse INSTANCE = new SystemProcessorUse(Path.of("/proc"));

  /** What {@code /proc} counts in, whatever the kernel's own ticks are. */
  private static final long TICK_NANOS = 10_000_000;

  /** Of {@code stat}, behind the name: which may contain anything, but ends at the last bracket. */
  private static final int USER_TICKS = 11;

  private static final int SYSTEM_TICKS = 12;

  private final Path process;
  private final Path thread;

  SystemProcessorUse(Path proc) {
    process = proc.resolve("self/stat");
    thread = proc.resolve("thread-self");
  }

  @Override
  public Sample sample() {
    String[] schedule = read(thread.resolve("schedstat")).split(" ", -1);
    boolean told = schedule.length > 1;
    return new Sample(
        Runtime.getRuntime().availableProcessors(),
        usedNanos(),
        threadNumber(),
        told ? number(schedule[0]) : 0,
        told ? number(schedule[1]) : 0);
  }

  private long usedNanos() {
    String stat = read(process);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > SYSTEM_TICKS
        ? TICK_NANOS * (number(fields[USER_TICKS]) + number(fields[SYSTEM_TICKS]))
        : 0;
  }

  /** A virtual thread has the number of the one that carries it. */
  private long threadNumber() {
    try {
      return number(Files.readSymbolicLink(thread).getFileName().toString());
    } catch (IOException | UnsupportedOperationException notThere) {
      return 0;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException notThere) {
      return "";
    }
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notTold) {
      return 0;
    }
  }
}
