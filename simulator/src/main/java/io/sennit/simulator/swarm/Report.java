// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Clock;
import io.sennit.tools.spi.Build;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Tells of a broken promise all that somebody needs who is to find out why. For one thread.
 *
 * @param records where what happened is put
 * @param shrinking for how long a smaller case is looked for; zero: not at all
 * @param runner of smaller cases
 */
record Report(PrintWriter out, Path records, Duration shrinking, Shrinker.Runner runner) {
  /** Prints the broken promise, the code that broke it, and how to replay it. */
  void tell(SwarmCase broken, String violation) {
    out.println("seed " + broken.seed() + " broke a promise: " + violation);
    out.println("  commit: " + Build.commit() + "; " + Build.platform());
    out.println("  replay: " + broken.commandLine());
  }

  /** A smaller case, if there is one, and what happened. */
  void tellMore(SwarmCase broken, Outcome outcome) {
    if (shrinking.isPositive()) {
      shrink(broken, outcome);
    }
    try {
      Path kept = new Records(records).write(broken);
      out.println("  what happened: " + kept.resolve(Records.TRACE));
      Path packets = kept.resolve(Records.PACKETS);
      if (Files.exists(packets)) {
        out.println("  its packets: tshark -r " + packets + " -d udp.port==1-65535,infiniband");
      }
    } catch (IOException e) {
      out.println("  what happened cannot be written: " + e.getMessage());
    }
  }

  private void shrink(SwarmCase broken, Outcome outcome) {
    Shrinker shrinker = new Shrinker(broken, outcome, Clock.system(), shrinking.toNanos(), runner);
    SwarmCase smaller = shrinker.shrink();
    Scenario left = smaller.scenario();
    out.println("  smaller: "
        + (smaller.equals(broken)
            ? "no case that breaks it, too, was found in " + shrinker.tries() + " tries"
            : smaller.commandLine() + "  (" + left.calls() + " calls of each session, faults "
                + left.kinds() + " until " + left.healNanos() / SwarmCase.MILLI + " ms; "
                + shrinker.tries() + " tries)"));
  }
}
