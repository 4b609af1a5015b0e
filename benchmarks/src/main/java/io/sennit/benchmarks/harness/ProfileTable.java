// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Where the time of our ends went, by the methods on top of the stack. Confined to one thread. */
final class ProfileTable {
  private static final int MOST_LINES = 14;
  private static final Set<String> SAMPLES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
  private static final String WORKING_THREAD = "main";

  private final PrintWriter out;

  ProfileTable(PrintWriter out) {
    this.out = out;
  }

  /** Prints a table for each case and end of a run that kept profiles. */
  void print(Run run, List<Case> cases) throws IOException {
    for (Case each : cases) {
      for (Role role : Role.values()) {
        print(each.name(), role, run.profile(each, role));
      }
    }
    out.flush();
  }

  private void print(String name, Role role, Path file) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (isWork(event)) {
        counts.merge(place(event.getStackTrace().getFrames()), 1, Integer::sum);
      }
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    out.printf(
        "%n%s, %s end, %d samples: %s%n", name, role.name().toLowerCase(Locale.ROOT), all, file);
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_LINES)
        .forEach(line -> out.printf(
            Locale.ROOT, "%6.1f %%  %s%n", 100.0 * line.getValue() / all, line.getKey()));
  }

  private static boolean isWork(RecordedEvent event) {
    if (!SAMPLES.contains(event.getEventType().getName()) || event.getStackTrace() == null) {
      return false;
    }
    RecordedThread thread = event.getThread("sampledThread");
    return thread != null && WORKING_THREAD.equals(thread.getJavaName());
  }

  /** The method on top, and on whose behalf if it is not one of ours. */
  private static String place(List<RecordedFrame> frames) {
    String top = name(frames.getFirst());
    return frames.stream()
        .map(ProfileTable::name)
        .filter(name -> name.startsWith("io.sennit.") && !name.contains(".Kernel."))
        .findFirst()
        .filter(ours -> !ours.equals(top))
        .map(ours -> top + " <- " + ours)
        .orElse(top);
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }
}
