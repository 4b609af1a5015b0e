// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long things of one kind took, and how many failed. Confined to one thread until it is read.
 */
final class Figures {
  private final String name;
  private final List<Long> nanos = new ArrayList<>();
  private int failed;
  private String firstFailure = "";

  Figures(String name) {
    this.name = name;
  }

  /** @param failure empty if there was none */
  void add(long tookNanos, String failure) {
    if (failure.isEmpty()) {
      nanos.add(tookNanos);
    } else {
      firstFailure = failed == 0 ? failure : firstFailure;
      failed++;
    }
  }

  /** What {@link Read} reads. */
  @Override
  public String toString() {
    List<Long> sorted = nanos.stream().sorted().toList();
    long p99 = sorted.isEmpty() ? 0 : sorted.get((int) (sorted.size() * 0.99));
    return String.format(
        Locale.ROOT,
        "[%s ok=%d failed=%d p99Millis=%.1f first=<%s>]",
        name,
        sorted.size(),
        failed,
        p99 / 1e6,
        firstFailure.replace('\n', ' ').replace('>', ' '));
  }

  /** Figures as another process wrote them. */
  record Read(int ok, int failed, double p99Millis, String firstFailure) {
    static Read of(String name, String line) {
      Pattern pattern = Pattern.compile(
          "\\[" + name + " ok=(\\d+) failed=(\\d+) p99Millis=([\\d.]+) first=<([^>]*)>]");
      Matcher found = pattern.matcher(line);
      if (!found.find()) {
        throw new AssertionError("no figures of " + name + " in " + line);
      }
      return new Read(
          Integer.parseInt(found.group(1)),
          Integer.parseInt(found.group(2)),
          Double.parseDouble(found.group(3)),
          found.group(4));
    }
  }
}
