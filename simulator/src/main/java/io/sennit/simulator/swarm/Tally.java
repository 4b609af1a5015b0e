// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import java.util.EnumMap;
import java.util.Map;

/** The sum of many outcomes. Confined to one thread, or guarded by whoever shares it. */
public final class Tally {
  private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
  private long seeds;
  private long failures;
  private long virtualNanos;
  private long events;
  private long packets;
  private long calls;

  /** Starts with nothing. */
  public Tally() {
    for (FaultKind kind : FaultKind.values()) {
      faults.put(kind, 0L);
    }
  }

  /** Adds one. */
  public void add(Outcome outcome) {
    seeds++;
    failures += outcome.violation().isPresent() ? 1 : 0;
    virtualNanos += outcome.virtualNanos();
    events += outcome.events();
    packets += outcome.packets();
    calls += outcome.calls();
    outcome.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
  }

  public long seeds() {
    return seeds;
  }

  /** Seeds that broke a promise. */
  public long failures() {
    return failures;
  }

  /** Of all worlds together. */
  public long virtualNanos() {
    return virtualNanos;
  }

  /** Tasks that ran. */
  public long events() {
    return events;
  }

  /** Packets that left links. */
  public long packets() {
    return packets;
  }

  public long calls() {
    return calls;
  }

  /** Faults begun, of every kind. */
  public Map<FaultKind, Long> faults() {
    return Map.copyOf(faults);
  }
}
