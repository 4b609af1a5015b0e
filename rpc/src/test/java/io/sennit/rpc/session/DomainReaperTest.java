// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.verbs.ProtectionDomain;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

final class DomainReaperTest {
  private int attempts;

  @Test
  void whatCannotBeClosedYetIsTriedEverLessOften() {
    try (EventLoop loop =
        new EventLoop("reaper", EventLoopConfig.defaults(), Clock.system(), new TestChannel())) {
      DomainReaper reaper = new DomainReaper(loop, domain(), () -> {});
      long now = 1;
      for (int i = 1; i <= 20; i++) {
        assertEquals(1, reaper.poll(now), "attempt " + i);
        assertEquals(0, reaper.poll(now), "at once again");
        assertEquals(i, attempts);
        long pause = reaper.nextTimerNanos() - now;
        assertEquals(Math.min(1_000_000L << (i - 1), 100_000_000L), pause, "pause " + i);
        now = reaper.nextTimerNanos();
      }
      assertTrue(now < 2_000_000_000L, "now " + now);
    }
  }

  /** A domain that some peer's copy never lets go. */
  private ProtectionDomain domain() {
    return (ProtectionDomain) Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {ProtectionDomain.class},
        (proxy, method, arguments) -> {
          assertEquals("close", method.getName());
          attempts++;
          return false;
        });
  }
}
