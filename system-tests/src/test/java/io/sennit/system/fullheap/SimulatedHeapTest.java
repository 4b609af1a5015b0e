// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An OutOfMemoryError wherever production allocates, at one site at a time, in virtual time. */
@Timeout(800) // For all sites; few take some seconds.
final class SimulatedHeapTest {
  private static final SiteLoader LOADER = new SiteLoader();

  static Tale tale(boolean inLoops) throws Exception {
    return (Tale) LOADER
        .loadClass(SimulatedTale.class.getName())
        .getConstructor(Boolean.class)
        .newInstance(inLoops);
  }

  @Test
  void onLoopsAndStreamsThreads() throws Exception {
    new Campaign("loops and streams, simulated", () -> tale(true), true).run(100);
  }

  @Test
  void inCallsOfApplications() throws Exception {
    new Campaign("applications, simulated", () -> tale(false), true).run(40);
  }
}
