// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks;

import io.sennit.benchmarks.harness.Bench;
import io.sennit.benchmarks.multipath.MultipathBench;
import io.sennit.benchmarks.overload.OverloadBench;
import io.sennit.benchmarks.roce.RoceBench;
import java.util.List;

/** All benchmarks. Stateless, safe from any thread. */
public final class Benches {
  private static final List<Bench> ALL =
      List.of(new RoceBench(), new MultipathBench(), new OverloadBench());

  private Benches() {}

  /**
   * The benchmark of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Bench named(String name) {
    return ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no benchmark is called '" + name + "'"));
  }
}
