// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.internal.KeepAliveManager.KeepAlivePinger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a peer is asked, and when it is given up: as gRPC's keep-alive does it. */
final class KeepAliveTest {
  private static final KeepAliveSettings SETTINGS =
      KeepAliveSettings.OFF.withTime(100).withTimeout(10);

  private final ManualTimers timers = new ManualTimers();

  /** When the peer was asked; when it was given up, negative. */
  private final List<Long> asked = new ArrayList<>();

  private final class Asker implements KeepAlivePinger {
    @Override
    public void ping() {
      asked.add(timers.clock.nanoTime());
    }

    @Override
    public void onPingTimeout() {
      asked.add(-timers.clock.nanoTime());
    }
  }

  private KeepAlive start(KeepAliveSettings settings) {
    KeepAlive keepAlive = new KeepAlive(new Asker(), settings, timers.clock, timers);
    keepAlive.onStarted();
    return keepAlive;
  }

  @Test
  void nobodyIsAskedWhereItIsOff() {
    start(KeepAliveSettings.OFF.withoutCalls(true)).onUse(true);
    assertEquals(0, timers.waiting());
  }

  @Test
  void aPeerWithoutCallsIsAskedOnlyIfThatIsWished() {
    KeepAlive quiet = start(SETTINGS);
    timers.advance(1_000);
    assertEquals(List.of(), asked);
    quiet.onTerminated();
    start(SETTINGS.withoutCalls(true));
    timers.advance(100);
    assertEquals(List.of(1_100L), asked);
  }

  @Test
  void aPeerIsAskedThatLongAfterItWasHeardLast() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    for (int heard = 0; heard < 5; heard++) {
      timers.advance(60);
      keepAlive.onActivity();
    }
    timers.advance(99);
    assertEquals(List.of(), asked);
    timers.advance(1);
    assertEquals(List.of(400L), asked);
  }

  @Test
  void aPeerThatAnswersIsAskedAgainLater() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    timers.advance(109);
    keepAlive.onActivity();
    timers.advance(105);
    assertEquals(List.of(100L, 209L), asked);
  }

  @Test
  void aPeerThatDoesNotAnswerIsGivenUpOnce() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    timers.advance(1_000);
    assertEquals(List.of(100L, -110L), asked);
    keepAlive.onActivity();
    keepAlive.onUse(true);
    assertEquals(0, timers.waiting());
  }

  @Test
  void anAnswerIsAwaitedThoughTheLastCallHasEnded() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    timers.advance(100);
    keepAlive.onUse(false);
    timers.advance(10);
    assertEquals(List.of(100L, -110L), asked);
  }

  @Test
  void aPeerThatAnsweredAfterTheLastCallIsAskedNoMore() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    timers.advance(100);
    keepAlive.onUse(false);
    keepAlive.onActivity();
    timers.advance(1_000);
    assertEquals(List.of(100L), asked);
    assertEquals(0, timers.waiting());
  }

  @Test
  void aPeerThatWasNotHeardForLongIsAskedAtTheNextCall() {
    KeepAlive keepAlive = start(SETTINGS);
    timers.advance(1_000);
    keepAlive.onUse(true);
    timers.advance(0);
    assertEquals(List.of(1_000L), asked);
  }

  @Test
  void aCallThatComesAndGoesLeavesOneTimer() {
    KeepAlive keepAlive = start(SETTINGS);
    for (int call = 0; call < 10; call++) {
      keepAlive.onUse(true);
      keepAlive.onUse(false);
      assertEquals(1, timers.waiting());
    }
    timers.advance(100);
    assertEquals(0, timers.waiting());
    assertEquals(List.of(), asked);
  }

  @Test
  void whatHasEndedHasNoTimer() {
    KeepAlive keepAlive = start(SETTINGS);
    keepAlive.onUse(true);
    timers.advance(100);
    keepAlive.onTerminated();
    assertEquals(0, timers.waiting());
    keepAlive.onUse(true);
    keepAlive.onActivity();
    timers.advance(1_000);
    assertEquals(List.of(100L), asked);
  }
}
