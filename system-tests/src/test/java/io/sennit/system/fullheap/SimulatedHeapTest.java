// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An OutOfMemoryError wherever production allocates, at one site at a time, in virtual time. */
@Timeout(800) // For all sites; few take some seconds.
final class SimulatedHeapTest {
  private static final SiteLoader LOADER = new SiteLoader();

  static Story story(boolean inLoops) throws Exception {
    return (Story) LOADER
        .loadClass(SimulatedStory.class.getName())
        .getConstructor(Boolean.class)
        .newInstance(inLoops);
  }

  @Test
  void onLoopsAndStreamsThreads() throws Exception {
    new Campaign("loops and streams, simulated", () -> story(true), true).run(100);
  }

  @Test
  void inCallsOfApplications() throws Exception {
    new Campaign("applications, simulated", () -> story(false), true).run(40);
  }
}
