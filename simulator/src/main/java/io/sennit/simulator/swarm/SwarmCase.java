// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.Seeds;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A seed, or a smaller case of it: the same world with fewer kinds of faults, fewer calls or an
 * earlier end of all faults. Immutable.
 *
 * @param without kinds of faults that do not happen
 * @param mostCalls of each session, if the seed has more
 * @param mostHealNanos when all faults end, if the seed ends them later
 */
public record SwarmCase(long seed, Set<FaultKind> without, int mostCalls, long mostHealNanos) {
  static final long MILLI = 1_000_000;

  public SwarmCase {
    without = Collections.unmodifiableSet(new TreeSet<>(without));
    if (mostCalls < 1 || mostHealNanos < MILLI) {
      throw new IllegalArgumentException(mostCalls + " calls, healed at " + mostHealNanos);
    }
  }

  /** All that the seed stands for. */
  public static SwarmCase of(long seed) {
    return new SwarmCase(seed, Set.of(), Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  SwarmCase without(Set<FaultKind> more) {
    Set<FaultKind> all = new TreeSet<>(without);
    all.addAll(more);
    return new SwarmCase(seed, all, mostCalls, mostHealNanos);
  }

  SwarmCase withCalls(int calls) {
    return new SwarmCase(seed, without, calls, mostHealNanos);
  }

  SwarmCase healedAt(long nanos) {
    return new SwarmCase(seed, without, mostCalls, nanos);
  }

  /** What is left of what the seed draws. */
  Scenario scenario() {
    return Scenario.draw(new Seeds(seed)).reducedTo(this);
  }

  /** The line that runs it. */
  String commandLine() {
    StringBuilder line = new StringBuilder("./sennit simulate swarm --trace --from " + seed);
    if (!without.isEmpty()) {
      line.append(" --without ")
          .append(without.stream()
              .map(kind -> kind.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(",")));
    }
    if (mostCalls < Integer.MAX_VALUE) {
      line.append(" --calls ").append(mostCalls);
    }
    if (mostHealNanos < Long.MAX_VALUE) {
      line.append(" --heal ").append(mostHealNanos / MILLI).append("ms");
    }
    return line.toString();
  }
}
