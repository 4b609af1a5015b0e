// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class MemoryAccountTest {
  private final MemoryAccount process = MemoryAccount.root("heap of the process", 1000);

  private MemoryAccount session(long floorBytes, long limitBytes) {
    return process.open("a session", floorBytes, limitBytes).orElseThrow();
  }

  @Test
  void theSumOfAllSessionsIsBounded() {
    MemoryAccount one = session(0, 800);
    MemoryAccount other = session(0, 800);
    assertTrue(one.tryCharge(800));
    assertFalse(one.tryCharge(1), "beyond its own limit");
    assertFalse(other.tryCharge(201), "beyond the limit of the process");
    assertTrue(other.tryCharge(200));
    assertEquals(1000, process.chargedBytes());
    assertEquals(1, one.refusals());
    assertEquals(1, process.refusals());
    assertEquals(0, other.refusals(), "not its fault");
  }

  @Test
  void itIsNearItsLimitWhenLessThanAQuarterIsFreeHereOrAbove() {
    MemoryAccount one = session(0, 400);
    MemoryAccount other = session(0, 1000);
    assertTrue(one.tryCharge(300));
    assertFalse(one.isNearLimit(), "a quarter is free");
    assertTrue(one.tryCharge(1));
    assertTrue(one.isNearLimit(), "less than a quarter");
    assertFalse(other.isNearLimit(), "not its share");
    assertTrue(other.tryCharge(450));
    assertTrue(other.isNearLimit(), "of the process, less than a quarter is free");
    one.release(301);
    assertFalse(other.isNearLimit(), "room again");
  }

  @Test
  void aFloorCanAlwaysBeHad() {
    MemoryAccount modest = session(300, 1000);
    MemoryAccount greedy = session(0, 1000);
    assertTrue(greedy.tryCharge(700));
    assertFalse(greedy.tryCharge(1), "the floor of the other is set aside");
    assertTrue(modest.tryCharge(300));
    assertFalse(modest.tryCharge(1), "beyond the floor it competes");
    greedy.release(100);
    assertTrue(modest.tryCharge(100));
    assertEquals(1000, process.chargedBytes());
  }

  @Test
  void noAccountIsOpenedWithoutRoomForItsFloor() {
    session(900, 900);
    assertEquals(Optional.empty(), process.open("one too many", 101, 1000));
    assertEquals(900, process.chargedBytes());
    assertEquals(1, process.refusals());
  }

  @Test
  void whatFailsAboveIsChargedNowhere() {
    MemoryAccount peer = session(0, 500);
    MemoryAccount first = peer.open("its first session", 0, 400).orElseThrow();
    MemoryAccount second = peer.open("its second session", 0, 400).orElseThrow();
    assertTrue(first.tryCharge(400));
    assertFalse(second.tryCharge(101));
    assertEquals(0, second.chargedBytes());
    assertEquals(400, peer.chargedBytes());
    assertEquals(400, process.chargedBytes());
  }

  @Test
  void aClosedAccountKeepsWhatIsHeldUntilItIsReleased() {
    MemoryAccount ended = session(300, 500);
    assertTrue(ended.tryCharge(100));
    ended.close();
    ended.close();
    assertEquals(100, process.chargedBytes(), "the rest of the floor is given back");
    assertFalse(ended.tryCharge(1));
    assertEquals(Optional.of("a session is closed"), ended.obstacle(1));
    ended.release(100);
    assertEquals(0, process.chargedBytes());
    assertThrows(IllegalStateException.class, () -> ended.open("child", 0, 0));
  }

  @Test
  void moreThanWasChargedIsNotReleased() {
    MemoryAccount one = session(100, 100);
    assertTrue(one.tryCharge(40));
    assertThrows(IllegalStateException.class, () -> one.release(41));
    assertEquals(40, one.chargedBytes());
  }

  @Test
  void numbersNearTheirEndsDoNotWrap() {
    MemoryAccount one = session(0, Long.MAX_VALUE);
    assertTrue(one.tryCharge(1));
    assertFalse(one.tryCharge(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> one.tryCharge(-1));
    assertThrows(IllegalArgumentException.class, () -> one.release(-1));
    assertEquals(1, process.chargedBytes());
  }

  @Test
  void anObstacleNamesTheAccountThatIsFull() {
    MemoryAccount one = session(0, 2000);
    assertTrue(one.tryCharge(990));
    assertEquals(Optional.empty(), one.obstacle(10));
    assertEquals(
        Optional.of("heap of the process holds 990 of at most 1000 bytes; 11 more were asked for"),
        one.obstacle(11));
  }

  @Test
  void whoeverWaitsHearsOfTheNextReleaseOnce() {
    MemoryAccount one = session(0, 1000);
    MemoryAccount other = session(0, 1000);
    assertTrue(one.tryCharge(1000));
    List<String> told = new ArrayList<>();
    other.whenRoom(() -> {
      told.add("room");
      other.whenRoom(() -> told.add("more room"));
    });
    one.release(1);
    assertEquals(List.of("room"), told);
    one.close();
    assertEquals(List.of("room", "more room"), told);
    one.release(999);
    assertEquals(List.of("room", "more room"), told);
  }

  @Test
  void whoeverWaitsHearsOfItWhateverThoseBeforeThrow() {
    MemoryAccount process = MemoryAccount.root("the heap", 100);
    assertTrue(process.tryCharge(100));
    List<String> told = new ArrayList<>();
    for (String each : List.of("first", "second")) {
      process.whenRoom(() -> {
        told.add(each);
        throw new IllegalStateException("expected by the test");
      });
    }
    process.whenRoom(() -> told.add("last"));
    assertThrows(IllegalStateException.class, () -> process.release(1));
    assertEquals(List.of("first", "second", "last"), told);
  }

  @Test
  void savingIsAskedForWhenSomebodyBeginsToWait() {
    MemoryAccount process = MemoryAccount.root("process", 10);
    MemoryAccount session = process.open("session", 0, 10).orElseThrow();
    int[] asked = new int[1];
    session.onAwaited(() -> asked[0]++);
    assertTrue(session.tryCharge(2), "there is room");
    process.whenRoom(() -> {});
    process.whenRoom(() -> {});
    assertEquals(1, asked[0]);
    assertTrue(process.isAwaited(), "somebody waits");
    session.release(1);
    assertFalse(process.isAwaited(), "nobody waits");
    process.whenRoom(() -> {});
    assertEquals(2, asked[0]);
    session.release(1);
    session.close();
    process.whenRoom(() -> {});
    assertEquals(2, asked[0]);
  }

  /** Whatever happens, the parent holds what its children hold, and all is given back. */
  @Test
  void parentsAgreeWithTheirChildrenUnderThreads() throws InterruptedException {
    MemoryAccount[] sessions = {session(100, 400), session(50, 900), session(0, 1000)};
    List<Thread> threads = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < 6; i++) {
      MemoryAccount mine = sessions[i % 3];
      Random random = new Random(i);
      threads.add(Thread.ofPlatform().start(() -> chargeAtRandom(mine, random, start, wrong)));
    }
    start.countDown();
    for (Thread each : threads) {
      each.join();
    }
    assertEquals(List.of(), wrong);
    assertEquals(150, process.chargedBytes(), "the floors");
    assertTrue(process.peakBytes() <= 1000, process::toString);
    for (MemoryAccount each : sessions) {
      assertEquals(0, each.chargedBytes());
      each.close();
    }
    assertEquals(0, process.chargedBytes());
  }

  private void chargeAtRandom(
      MemoryAccount account, Random random, CountDownLatch start, List<String> wrong) {
    try {
      start.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    for (int turn = 0; turn < 20_000; turn++) {
      long bytes = random.nextInt(300);
      if (account.tryCharge(bytes)) {
        if (process.chargedBytes() > 1000) {
          synchronized (wrong) {
            wrong.add("the process holds " + process.chargedBytes());
          }
        }
        account.release(bytes);
      }
    }
  }
}
