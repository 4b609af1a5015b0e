// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An OutOfMemoryError wherever production allocates on its own threads, at one site at a time: the
 * process' loops, sockets and rendezvous.
 */
@Timeout(800) // For all sites; few take some seconds.
final class ThreadsHeapTest {
  private static final SiteLoader LOADER = new SiteLoader();

  @Test
  void overRoce() throws Exception {
    run("roce", 20);
  }

  @Test
  void overSharedMemory() throws Exception {
    run("shm", 20);
  }

  private static void run(String provider, int few) throws Exception {
    Story story = (Story) LOADER
        .loadClass(LoopbackStory.class.getName())
        .getConstructor(String.class)
        .newInstance(provider);
    try (AutoCloseable _ = (AutoCloseable) story) {
      new Campaign("threads over " + provider, () -> story, false).run(few);
    }
  }
}
