// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import java.util.List;
import java.util.stream.Stream;

/** All defects, family by family. Thread-safe. */
public final class Defects {
  private Defects() {}

  /** Fresh ones, in the order of the table in {@code docs/TESTING.md}. */
  public static List<Defect> all() {
    return Stream.of(
            MessageDefects.all(),
            OneSidedDefects.all(),
            ScatterGatherDefects.all(),
            AtomicDefects.all(),
            PlacementDefects.all(),
            FeatureDefects.all(),
            WindowDefects.all(),
            ProtectionDefects.all(),
            CompletionDefects.all(),
            WakeUpDefects.all(),
            FailureDefects.all(),
            LifecycleDefects.all(),
            DomainDefects.all(),
            MemoryDefects.all(),
            RendezvousDefects.all())
        .flatMap(List::stream)
        .toList();
  }
}
