// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.base.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the cases at the host's end of the link and says for each, in a line, {@code CASE passed
 * MILLISECONDS} or {@code CASE failed REASON}. Arguments: names of cases; none: all.
 */
final class GuestCases {
  private static final long BOOT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private GuestCases() {}

  public static void main(String[] args) throws Exception {
    GuestAgent.awaitBoot(BOOT_NANOS);
    List<String> wanted = List.of(args);
    List<GuestCase> cases = Arrays.stream(GuestCase.values())
        .filter(each -> wanted.isEmpty() || wanted.contains(each.name()))
        .toList();
    Clock clock = Clock.system();
    @Nullable Link link = null;
    for (GuestCase each : cases) {
      if (each.link() != link) {
        link = each.link();
        link.set();
      }
      long startNanos = clock.nanoTime();
      String verdict = verdict(each);
      long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startNanos);
      System.out.println(each + " " + verdict + " (" + millis + " ms)");
      System.out.flush();
    }
  }

  private static String verdict(GuestCase tried) {
    try {
      tried.run();
      return "passed";
    } catch (Exception e) {
      StringBuilder reason = new StringBuilder();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        reason.append(' ').append(cause);
      }
      return "failed" + reason.toString().replaceAll("\\s+", " ");
    }
  }
}
