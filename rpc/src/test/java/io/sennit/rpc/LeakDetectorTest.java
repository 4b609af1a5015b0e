// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.MemoryAccount;
import org.junit.jupiter.api.Test;

final class LeakDetectorTest {
  private final BodyPool pool = new BodyPool(
      new HeapDomain(1 << 20),
      MemoryAccount.root("test", 1 << 20),
      new BodyPoolConfig(1 << 16, 1 << 16, 1 << 16, 4, 5_000_000_000L, true),
      Runnable::run);

  @Test
  void aDroppedBodyIsReportedAndAClosedOneIsNot() {
    long before = LeakDetector.reported();
    pool.allocateToSend(100).orElseThrow().close();
    dropOne();
    while (LeakDetector.reported() == before) {
      System.gc();
      Thread.onSpinWait();
    }
    assertEquals(before + 1, LeakDetector.reported());
    assertEquals(1, pool.openBodies(), "memory of the dropped one stays taken");
  }

  private void dropOne() {
    assertEquals(200, pool.allocateToSend(200).orElseThrow().length());
  }
}
