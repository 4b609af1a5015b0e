// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What has to be true for the demo to exit with 0. */
final class Verdict {
  /** Least share of file bytes that must have moved by READ or WRITE. */
  static final double ONE_SIDED_SHARE_MIN = 0.95;

  /** Least share of all bytes that each path must have carried. */
  static final double PATH_SHARE_MIN = 0.05;

  static final int PATHS = 4;

  private Verdict() {}

  /** What is wrong, one sentence each; empty if all is well. */
  static List<String> faults(Figures figures) {
    List<String> faults = new ArrayList<>();
    if (figures.failedCalls() > 0) {
      faults.add(figures.failedCalls() + " of " + figures.calls() + " calls failed");
    }
    if (figures.serverExecutions() != figures.calls()) {
      faults.add(
          figures.calls() + " calls were made, the server ran " + figures.serverExecutions());
    }
    if (!figures.sha256Equal()) {
      faults.add("the file's bytes changed on the way");
    }
    return faults;
  }

  /** The same, and that the file really went by one-sided operations. */
  static List<String> faultsOfVerbs(Figures figures) {
    List<String> faults = faults(figures);
    long oneSided = figures.bytesBy().read() + figures.bytesBy().write();
    if (oneSided < ONE_SIDED_SHARE_MIN * figures.bytes()) {
      faults.add(
          "only " + oneSided + " of " + figures.bytes() + " file bytes moved by READ or WRITE");
    }
    return faults;
  }

  /** Whether every path took part, and the one that was cut came back. */
  static List<String> faultsOfPaths(Figures figures, CutFigures cut) {
    List<String> faults = new ArrayList<>();
    if (figures.paths().size() != PATHS) {
      faults.add("there were " + figures.paths().size() + " paths instead of " + PATHS);
    }
    for (Traffic.PathShare path : figures.paths()) {
      if (path.share() < PATH_SHARE_MIN) {
        faults.add(String.format(
            Locale.ROOT, "%s carried only %.1f %% of the bytes", path.label(), 100 * path.share()));
      }
    }
    if (cut.rebuiltPathBytes() <= 0) {
      faults.add(cut.label() + " carried nothing after it came back");
    }
    return faults;
  }
}
