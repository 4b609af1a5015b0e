// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Memory windows on networks that lose and double, and closed while somebody is in the middle. */
final class WindowsTest {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final Set<Access> ALL = EnumSet.of(Access.REMOTE_READ, Access.REMOTE_WRITE);
  private static final int LENGTH = 400_000;
  private static final int MESSAGE = 3000;
  private static final int SHORT = 20_000;

  private final WorkRequest local = new WorkRequest();

  private WorkRequest bind(Side owner, MemoryWindow window, int tail) {
    return local
        .reset(Opcode.BIND_WINDOW, 1)
        .local(owner.memory, 0, LENGTH)
        .bind(window, tail, ALL);
  }

  private static String next(Pair pair, Side side) {
    assertTrue(pair.run(() -> !side.inbox.isEmpty(), PATIENCE_NANOS), "no completion");
    return side.inbox.remove();
  }

  private static WorkRequest through(Pair pair, Opcode opcode, int length, int key) {
    WorkRequest request = pair.near.request(opcode, 2, 0, length, pair.far);
    return request.remote(pair.far.memory.address(), key);
  }

  @Test
  void windowsAreBoundUsedAndClosedWhateverIsLostOrDoubled() {
    for (int seed = 0; seed < 8; seed++) {
      Pair pair = new Pair(seed, 1024);
      pair.faults = new Faults(20, 20, 5, 20_000, 10_000);
      MemoryWindow window = pair.far.domain.allocateWindow();
      for (int round = 0; round < 30; round++) {
        String where = "seed " + seed + ", round " + round;
        int key = window.remoteKey(round);
        pair.far.post(bind(pair.far, window, round));
        assertEquals("1 SUCCESS BIND_WINDOW " + LENGTH, next(pair, pair.far), where);
        byte[] sent = pair.near.fill(0, MESSAGE, pair.random());
        pair.far.receive(3, 500_000, MESSAGE);
        pair.near.post(through(pair, Opcode.WRITE, MESSAGE, key).unsignalled());
        pair.near.post(through(pair, Opcode.SEND_WITH_INVALIDATE, MESSAGE, 0).invalidate(key));
        assertEquals("3 SUCCESS RECEIVE " + MESSAGE, next(pair, pair.far), where);
        assertEquals("2 SUCCESS SEND_WITH_INVALIDATE " + MESSAGE, next(pair, pair.near), where);
        assertArrayEquals(sent, pair.far.bytes(0, MESSAGE), where);
        assertArrayEquals(sent, pair.far.bytes(500_000, MESSAGE), where);
        assertEquals(0, pair.near.queuePair.outstanding(), where);
      }
      pair.near.post(through(pair, Opcode.WRITE, 8, window.remoteKey(29)));
      assertEquals("2 REMOTE_ACCESS_ERROR WRITE 0", next(pair, pair.near), "seed " + seed);
    }
  }

  @Test
  void readThroughAWindowThatIsClosedInTheMiddleIsRefused() {
    Pair pair = new Pair(1, 1024);
    int key = boundByFar(pair);
    pair.near.post(through(pair, Opcode.READ, LENGTH, key));
    closeInTheMiddle(pair, key);
    assertEquals("2 REMOTE_ACCESS_ERROR READ 0", next(pair, pair.near));
  }

  @Test
  void answerThatWasNotSentBeforeItsWindowWasClosedNeverIs() {
    Pair pair = new Pair(1, 1024);
    int key = boundByFar(pair);
    byte[] before = pair.near.fill(0, SHORT, pair.random());
    pair.far.fill(0, SHORT, pair.random());
    pair.far.node.room = 0;
    pair.near.post(through(pair, Opcode.READ, SHORT, key));
    long begun = pair.far.count(EngineCounters.Kind.RECEIVED);
    boolean came = pair.run(
        () ->
            pair.far.count(EngineCounters.Kind.RECEIVED) > begun && pair.far.node.engine.hasWork(),
        PATIENCE_NANOS);
    assertTrue(came, "the READ does not arrive");
    pair.far.post(local.reset(Opcode.LOCAL_INVALIDATE, 4).invalidate(key));
    pair.far.node.room = Integer.MAX_VALUE;
    assertEquals("4 SUCCESS LOCAL_INVALIDATE 0", next(pair, pair.far));
    assertEquals("2 REMOTE_ACCESS_ERROR READ 0", next(pair, pair.near));
    assertArrayEquals(before, pair.near.bytes(0, SHORT), "read after the window was closed");
  }

  @Test
  void closedWindowTakesNothingFromOtherQueuePairs() {
    Pair pair = new Pair(1, 1024);
    RoceQueuePair near = pair.near.anotherQueuePair();
    RoceQueuePair far = pair.far.anotherQueuePair();
    Pair.connect(near, far);
    MemoryWindow window = pair.far.domain.allocateWindow();
    pair.far.post(bind(pair.far, window, 9));
    assertEquals("1 SUCCESS BIND_WINDOW " + LENGTH, next(pair, pair.far));
    far.post(pair.far.request(Opcode.WRITE, 5, 0, 8, pair.near)); // Now its peer is heard.
    assertEquals("5 SUCCESS WRITE 8", next(pair, pair.far));
    byte[] sent = pair.far.fill(0, SHORT, pair.random());
    pair.far.node.room = 0;
    far.post(pair.far.request(Opcode.WRITE, 6, 0, SHORT, pair.near));
    assertTrue(pair.run(() -> true, 1), "one turn");
    window.deallocate();
    pair.far.node.room = Integer.MAX_VALUE;
    long startNanos = pair.nowNanos;
    assertEquals("6 SUCCESS WRITE " + SHORT, next(pair, pair.far));
    assertArrayEquals(sent, pair.near.bytes(0, SHORT));
    long tookNanos = pair.nowNanos - startNanos;
    long repairNanos = EngineConfig.STANDARD.leastProbeNanos();
    assertTrue(tookNanos < repairNanos, tookNanos + " ns, long enough to repair a loss");
  }

  @Test
  void otherQueuePairsNeitherCloseAWindowNorEndIt() {
    Pair pair = new Pair(1, 1024);
    int key = boundByFar(pair);
    for (Opcode closing : new Opcode[] {Opcode.SEND_WITH_INVALIDATE, Opcode.LOCAL_INVALIDATE}) {
      RoceQueuePair near = pair.near.anotherQueuePair();
      RoceQueuePair far = pair.far.anotherQueuePair();
      Pair.connect(near, far);
      boolean byPeer = closing == Opcode.SEND_WITH_INVALIDATE;
      String refusal = byPeer ? "REMOTE_ACCESS_ERROR " : "LOCAL_QUEUE_PAIR_ERROR ";
      pair.far.receive(3, 500_000, MESSAGE);
      (byPeer ? near : far).post(local.reset(closing, 4).invalidate(key));
      assertEquals("4 " + refusal + closing + " 0", next(pair, byPeer ? pair.near : pair.far));
      assertTrue(far.destroy(), "the other queue pair is not destroyed");
      pair.far.inbox.clear();
      pair.near.post(through(pair, Opcode.WRITE, 8, key));
      assertEquals("2 SUCCESS WRITE 8", next(pair, pair.near), "after " + closing);
    }
  }

  @Test
  void writeThroughAWindowThatIsClosedInTheMiddleIsRefused() {
    Pair pair = new Pair(1, 1024);
    int key = boundByFar(pair);
    pair.near.fill(0, LENGTH, pair.random());
    pair.near.post(through(pair, Opcode.WRITE, LENGTH, key));
    closeInTheMiddle(pair, key);
    byte[] whenClosed = pair.far.bytes(0, LENGTH);
    assertEquals("2 REMOTE_ACCESS_ERROR WRITE 0", next(pair, pair.near));
    assertArrayEquals(whenClosed, pair.far.bytes(0, LENGTH), "written after the window was closed");
  }

  private int boundByFar(Pair pair) {
    MemoryWindow window = pair.far.domain.allocateWindow();
    pair.far.post(bind(pair.far, window, 9));
    assertEquals("1 SUCCESS BIND_WINDOW " + LENGTH, next(pair, pair.far));
    return window.remoteKey(9);
  }

  private void closeInTheMiddle(Pair pair, int key) {
    long begun = pair.carried;
    assertTrue(pair.run(() -> pair.carried > begun + 80, PATIENCE_NANOS), "too few packets");
    assertTrue(pair.near.inbox.isEmpty(), () -> "over too early: " + pair.near.inbox);
    pair.far.post(local.reset(Opcode.LOCAL_INVALIDATE, 4).invalidate(key));
    assertEquals("4 SUCCESS LOCAL_INVALIDATE 0", next(pair, pair.far));
  }

  @Test
  void localRequestsWaitForWhatWasPostedBefore() {
    Pair pair = new Pair(1, 1024);
    pair.faults = Faults.loss(50);
    MemoryWindow window = pair.far.domain.allocateWindow();
    pair.far.post(pair.far.request(Opcode.WRITE, 5, 0, 100_000, pair.near));
    pair.far.post(bind(pair.far, window, 0));
    pair.far.post(pair.far.request(Opcode.READ, 6, 0, 100_000, pair.near));
    pair.far.post(local.reset(Opcode.LOCAL_INVALIDATE, 7).invalidate(window.remoteKey(0)));
    assertEquals("5 SUCCESS WRITE 100000", next(pair, pair.far));
    assertEquals("1 SUCCESS BIND_WINDOW " + LENGTH, next(pair, pair.far));
    assertEquals("6 SUCCESS READ 100000", next(pair, pair.far));
    assertEquals("7 SUCCESS LOCAL_INVALIDATE 0", next(pair, pair.far));
  }

  @Test
  void windowOfAnotherDomainIsNotBound() {
    Pair pair = new Pair(1, 1024);
    MemoryWindow window = pair.near.domain.allocateWindow();
    pair.far.post(bind(pair.far, window, 0));
    assertEquals("1 MEMORY_WINDOW_BIND_ERROR BIND_WINDOW 0", next(pair, pair.far));
  }

  @Test
  void closedDomainGivesBoundMemoryBack() {
    Pair pair = new Pair(1, 1024);
    boundByFar(pair);
    assertTrue(pair.far.domain.close(), "the domain does not close");
  }
}
