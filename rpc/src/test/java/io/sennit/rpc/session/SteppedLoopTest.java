// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

final class SteppedLoopTest implements SteppedLoop.Turner {
  private static final int CAPACITY = 4;

  private final List<String> happened = new ArrayList<>();
  private final SteppedLoop loop = new SteppedLoop(CAPACITY, () -> 0, this);
  private int wakes;
  private boolean passes = true;
  private Runnable whilePassing = () -> {};

  @Override
  public void wake() {
    wakes++;
  }

  @Override
  public void onBug(Object where, Throwable bug) {
    happened.add("bug: " + bug.getMessage());
  }

  @Override
  public boolean mayPass() {
    return passes;
  }

  @Override
  public void pass(BooleanSupplier until, long deadlineNanos) {
    whilePassing.run();
    happened.add((until.getAsBoolean() ? "signalled" : "over at " + deadlineNanos));
  }

  @Test
  void whoWaitsLetsTheTimeOfItsMakerPass() throws InterruptedException {
    LoopWaiter waiter = loop.waiter();
    assertFalse(waiter.await(7), "nobody signals");
    whilePassing = waiter::signal;
    assertTrue(waiter.await(Long.MAX_VALUE), "signalled meanwhile");
    assertEquals(List.of("over at 7", "signalled"), happened);
  }

  @Test
  void nobodyMayWaitInWhatTheLoopRunsNorWhereItsMakerDoesNotLetTimePass() {
    assertTrue(loop.mayWait());
    loop.execute(() -> happened.add("may wait: " + loop.mayWait()));
    loop.turn(1);
    assertEquals(List.of("may wait: false"), happened);
    passes = false;
    assertFalse(loop.mayWait());
  }

  @Test
  void nothingRunsBeforeItTurnsAndWhatATaskAddsRunsInTheNextTurn() {
    loop.execute(() -> {
      happened.add("first");
      loop.execute(() -> happened.add("second"));
    });
    assertEquals(List.of(), happened);
    assertEquals(1, wakes);
    assertFalse(loop.arm(), "a task waits");
    assertEquals(1, loop.turn(1));
    assertEquals(List.of("first"), happened);
    assertFalse(loop.arm(), "another task waits");
    assertEquals(1, loop.turn(2));
    assertEquals(List.of("first", "second"), happened);
    assertTrue(loop.arm(), "nothing waits");
  }

  @Test
  void agentsArePolledWithTheTimeOfTheTurnUntilTheyAreRemoved() {
    LoopAgent agent = new IdleAgent() {
      @Override
      public int poll(long nowNanos) {
        happened.add("polled at " + nowNanos);
        return 1;
      }
    };
    loop.add(agent);
    assertEquals(1, loop.turn(5));
    loop.remove(agent);
    assertEquals(0, loop.turn(6));
    assertEquals(List.of("polled at 5"), happened);
    assertEquals(Long.MAX_VALUE, loop.nextTimerNanos());
  }

  @Test
  void bugsAreToldAndTheTurnGoesOn() {
    loop.execute(() -> {
      throw new IllegalStateException("expected by the test");
    });
    loop.execute(() -> happened.add("next"));
    assertEquals(2, loop.turn(1));
    assertEquals(List.of("bug: expected by the test", "next"), happened);
  }

  @Test
  void whatFindsNoRoomIsRefused() {
    for (int at = 0; at < CAPACITY; at++) {
      assertTrue(loop.offer(() -> {}), "task " + at);
    }
    assertFalse(loop.offer(() -> {}), "one too many");
    assertThrows(RejectedExecutionException.class, () -> loop.execute(() -> {}));
    assertEquals(CAPACITY, loop.turn(1));
    loop.close();
    assertFalse(loop.offer(() -> {}), "closed");
  }

  @Test
  void whatAKilledProcessIsGivenIsTakenAndNeverHappens() {
    loop.execute(() -> happened.add("before"));
    loop.turn(1);
    loop.vanish();
    loop.execute(() -> happened.add("after"));
    assertTrue(loop.offer(() -> happened.add("after")), "nobody is left to be told");
    assertEquals(0, loop.turn(2));
    assertEquals(List.of("before"), happened);
  }
}
