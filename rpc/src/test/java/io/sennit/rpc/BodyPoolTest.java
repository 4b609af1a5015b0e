// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.MemoryAccount;
import io.sennit.base.Randomness;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.ProtectionDomain;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class BodyPoolTest {
  private static final long SLAB = 64 << 10;
  /** Longer than the first slab, a quarter of the longest. */
  private static final long SHORT = 1 << 20;

  private final HeapDomain domain = new HeapDomain(1 << 30);
  private final MemoryAccount account = MemoryAccount.root("test", 1 << 30);
  private final Queue<Runnable> ownerTasks = new ArrayDeque<>();

  @Test
  void aBodyLiesInRegisteredMemoryOfItsPoolOnly() {
    BodyPool pool = pool(4 * SLAB);
    try (Body body = pool.allocateToSend(1000).orElseThrow()) {
      assertEquals(1000, body.length());
      assertTrue(body.isRegisteredIn(pool), "its own pool");
      assertFalse(body.isRegisteredIn(pool(4 * SLAB)), "another session's pool");
      MemoryRegion region = body.region();
      long address = region.segment().address() + body.regionOffset();
      assertEquals(address, body.segment().address());
      try (Body part = body.slice(100, 10)) {
        assertEquals(body.regionOffset() + 100, part.regionOffset());
        assertSame(region, part.region());
      }
    }
  }

  @Test
  void heapMemoryIsRegisteredNowhere() {
    try (Body heap = Body.wrap(new byte[10])) {
      assertFalse(heap.isRegisteredIn(pool(4 * SLAB)), "heap memory");
      assertThrows(IllegalStateException.class, heap::region);
    }
  }

  @Test
  void smallBodiesAreUsedAgainWithoutRegisteringMore() {
    BodyPool pool = pool(4 * SLAB);
    pool.allocateToSend(300).orElseThrow().close();
    long registrations = domain.registrations.get();
    for (int i = 0; i < 1000; i++) {
      pool.allocateToSend(300).orElseThrow().close();
    }
    assertEquals(registrations, domain.registrations.get());
    assertTrue(pool.isIdle(), () -> "open bodies: " + pool.openBodies());
  }

  @Test
  void aHandleOfAnEarlierLifeReachesNothing() {
    BodyPool pool = pool(4 * SLAB);
    Body first = pool.allocateToSend(300).orElseThrow();
    long where = first.segment().address();
    first.close();
    try (Body second = pool.allocateToSend(300).orElseThrow()) {
      assertEquals(where, second.segment().address(), "the same memory, given out again");
      assertThrows(IllegalStateException.class, first::segment);
      first.close();
      assertEquals(1, pool.openBodies(), "the first handle must not end the second life");
      assertTrue(first.released().isDone(), "the first life is over");
      assertFalse(second.released().isDone(), "the second is not");
    }
  }

  @Test
  void lentMemoryOfOneLifeIsWritableInTheNext() {
    BodyPool pool = pool(4 * SLAB);
    Body first = pool.allocateToSend(300).orElseThrow();
    first.lend().close();
    first.close();
    try (Body second = pool.allocateToSend(300).orElseThrow()) {
      assertFalse(second.segment().isReadOnly(), "a new life");
    }
  }

  @Test
  void exhaustionIsAStatusAndAReleaseCallsBack() {
    BodyPool pool = pool(2 * SLAB);
    List<Body> taken = takeAll(pool, SLAB / 2);
    assertEquals(4, taken.size());
    assertEquals(1, pool.refusals());
    AtomicInteger called = new AtomicInteger();
    pool.whenRoom(called::incrementAndGet);
    assertEquals(0, called.get(), "nothing was released yet");
    taken.removeLast().close();
    assertEquals(1, called.get());
    taken.removeLast().close();
    assertEquals(1, called.get(), "once per question");
    assertTrue(pool.allocateToSend(SLAB / 2).isPresent(), "room again");
  }

  @Test
  void sendingCannotStarveReceiving() {
    BodyPool pool = pool(2 * SLAB);
    assertEquals(4, takeAll(pool, SLAB / 2).size());
    assertTrue(pool.allocateToReceive(SLAB / 2).isPresent(), "its own budget");
  }

  @Test
  void whatCanNeverBeHadIsAProgrammersError() {
    BodyPool pool = pool(2 * SLAB);
    assertThrows(IllegalArgumentException.class, () -> pool.allocateToSend(2 * SLAB + 1));
    assertThrows(IllegalArgumentException.class, () -> pool.allocateToSend(-1));
  }

  @Test
  void theLongestBodyCanBeHadOnceTheSmallOnesAreClosed() {
    BodyPool pool = pool(4 * SLAB);
    takeAll(pool, 256).forEach(Body::close);
    AtomicInteger called = new AtomicInteger();
    pool.whenRoom(called::incrementAndGet);
    assertFalse(pool.allocateToSend(4 * SLAB).isPresent(), "slabs are registered");
    runOwnerTasks();
    assertEquals(1, called.get());
    try (Body longest = pool.allocateToSend(4 * SLAB).orElseThrow()) {
      assertEquals(4 * SLAB, longest.length());
      assertEquals(4 * SLAB, pool.registeredBytes());
    }
  }

  @Test
  void aSlabWithABodyInItStaysWhenABigOneIsWanted() {
    BodyPool pool = pool(4 * SLAB);
    Body small = pool.allocateToSend(256).orElseThrow();
    small.segment().fill((byte) 7);
    assertFalse(pool.allocateToSend(4 * SLAB).isPresent(), "a body is out");
    runOwnerTasks();
    assertEquals(SLAB, pool.registeredBytes());
    assertEquals((byte) 7, small.segment().get(ValueLayout.JAVA_BYTE, 255));
    assertTrue(pool.allocateToSend(3 * SLAB).isPresent(), "the rest is free");
  }

  @Test
  void shortSlabsThatAreEmptyGiveWayToALongerRange() {
    BodyPool pool = poolOfShortSlabs();
    List<Body> unread = takeAll(pool, SHORT);
    List<Body> sent = takeAll(() -> pool.allocateUrgently(SHORT));
    assertEquals(List.of(4, 4), List.of(unread.size(), sent.size()));
    assertTrue(pool.allocateUrgently(2 * SHORT).isEmpty(), "bodies are out");
    AtomicInteger called = new AtomicInteger();
    sent.forEach(Body::close);
    assertTrue(pool.allocateUrgently(2 * SHORT).isEmpty(), "no slab is long enough");
    pool.whenRoom(called::incrementAndGet);
    runOwnerTasks();
    assertEquals(1, called.get());
    assertTrue(pool.allocateUrgently(2 * SHORT).isPresent(), "a slab of its own");
  }

  @Test
  void emptySlabsStayWhereTheyMakeTooLittleRoom() {
    BodyPool pool = poolOfShortSlabs();
    takeAll(pool, SHORT).getFirst().close();
    assertTrue(pool.allocateToSend(2 * SHORT).isEmpty(), "one slab is empty");
    runOwnerTasks();
    assertEquals(4 * SHORT, pool.registeredBytes());
  }

  @Test
  void whatIsWantedWhileMemoryIsGivenBackIsGivenBackNext() {
    BodyPool pool = pool(4 * SLAB);
    pool.allocateToSend(4 * SLAB).orElseThrow().close();
    pool.allocateToReceive(4 * SLAB).orElseThrow().close();
    domain.onDeregister = () -> assertTrue(pool.allocateToSend(SLAB).isEmpty(), "an idle region");
    assertTrue(pool.allocateToReceive(SLAB).isEmpty(), "an idle region");
    ownerTasks.remove().run();
    domain.onDeregister = () -> {};
    runOwnerTasks();
    assertEquals(0, pool.registeredBytes());
  }

  @Test
  void smallRangesKeptReadyGiveWayToALargeOne() {
    BodyPool pool = pool(SLAB);
    takeAll(pool, 256).forEach(Body::close);
    assertTrue(pool.allocateToSend(SLAB / 2).isPresent(), "all small ranges are free");
  }

  @Test
  void bigRegionsAreKeptForTheNextBigBody() {
    BodyPool pool = pool(16 * SLAB);
    pool.allocateToSend(3 * SLAB).orElseThrow().close();
    long registrations = domain.registrations.get();
    pool.allocateToSend(3 * SLAB - 5).orElseThrow().close();
    pool.allocateToSend(2 * SLAB).orElseThrow().close();
    assertEquals(registrations, domain.registrations.get());
  }

  @Test
  void idleBigRegionsAreGivenBackByTheOwnerWhenRoomIsShort() {
    BodyPool pool = pool(4 * SLAB);
    pool.allocateToSend(4 * SLAB).orElseThrow().close();
    assertFalse(pool.allocateToSend(SLAB).isPresent(), "the idle region takes all room");
    domain.busy = true;
    runOwnerTasks();
    assertEquals(4 * SLAB, domain.allocatedBytes.get(), "a remote operation may be touching it");
    domain.busy = false;
    pool.reclaim();
    assertEquals(0, domain.allocatedBytes.get(), "the second attempt");
    assertTrue(pool.allocateToSend(SLAB).isPresent(), "room again");
  }

  @Test
  void whatIsRegisteredIsChargedUntilTheDomainIsClosed() {
    BodyPool pool = pool(8 * SLAB);
    Body small = pool.allocateToSend(SLAB / 4).orElseThrow();
    Body big = pool.allocateToReceive(3 * SLAB).orElseThrow();
    assertEquals(pool.registeredBytes(), account.chargedBytes());
    MemoryRegion other = pool.register(1000, Set.of());
    assertEquals(pool.registeredBytes() + 1000, account.chargedBytes());
    assertTrue(pool.deregister(other), "deregistered");
    small.close();
    big.close();
    assertTrue(pool.guardedDomain().close(), "closed");
    assertEquals(0, account.chargedBytes());
  }

  @Test
  void poolsOfOneAccountGiveEachOtherWhatTheyOnlyKeep() {
    MemoryAccount process = MemoryAccount.root("process", 4 * SLAB);
    BodyPool hoarder = new BodyPool(domain, open(process), config(8 * SLAB), Runnable::run);
    BodyPool waiter = new BodyPool(domain, open(process), config(8 * SLAB), Runnable::run);
    Body held = hoarder.allocateToReceive(4 * SLAB).orElseThrow();
    AtomicInteger told = new AtomicInteger();
    assertTrue(waiter.allocateToReceive(2 * SLAB).isEmpty(), "all is held");
    waiter.whenRoom(told::incrementAndGet);
    assertTrue(waiter.allocateToReceive(2 * SLAB).isEmpty(), "all is still held");
    held.close();
    assertEquals(1, told.get());
    waiter.allocateToReceive(2 * SLAB).orElseThrow().close();
    assertFalse(process.isAwaited(), "somebody still waits");
  }

  @Test
  void slabsBecomeLongerAsTheyAreNeeded() {
    BodyPoolConfig large = new BodyPoolConfig(1 << 20, 4 << 20, 4 << 20, 16, 5_000_000_000L, false);
    BodyPool pool = new BodyPool(domain, account, large, ownerTasks::add);
    assertEquals(10, pool.allocateToSend(10).orElseThrow().length());
    assertEquals(large.floorBytes() / 4, pool.registeredBytes());
    assertEquals(4 << 2, takeAll(pool, 256 << 10).size() + 1, "all of the budget is used");
  }

  private MemoryAccount open(MemoryAccount process) {
    return process.open("session", 0, process.limitBytes()).orElseThrow();
  }

  @Test
  void theDomainsOwnLimitIsBackPressureToo() {
    HeapDomain small = new HeapDomain(SLAB);
    BodyPool pool = new BodyPool(small, account, config(8 * SLAB), ownerTasks::add);
    assertEquals(2, takeAll(pool, SLAB / 2).size());
  }

  @Test
  void aClosedPoolRefusesAndItsBodiesStayValid() {
    BodyPool pool = pool(2 * SLAB);
    Body kept = pool.allocateToReceive(100).orElseThrow();
    pool.close();
    assertFalse(pool.allocateToReceive(100).isPresent(), "closed");
    kept.segment().set(ValueLayout.JAVA_BYTE, 99, (byte) 1);
    assertFalse(pool.isIdle(), "one body is out");
    kept.close();
    assertTrue(pool.isIdle(), "now it is not");
  }

  @Test
  void aGuardedDomainOutlivesItsBodies() {
    BodyPool pool = pool(2 * SLAB);
    ProtectionDomain guarded = pool.guardedDomain();
    Body kept = pool.allocateToReceive(100).orElseThrow();
    assertFalse(guarded.close(), "one body is out");
    assertFalse(pool.allocateToReceive(100).isPresent(), "no more bodies");
    kept.close();
    assertTrue(guarded.close(), "none is out");
  }

  @Test
  void aForkEndsByItself() {
    BodyPool pool = pool(2 * SLAB);
    AtomicInteger freed = new AtomicInteger();
    Body target = pool.allocateToReceive(1000).orElseThrow();
    Body fork = target.fork(freed::incrementAndGet);
    Body head = fork.slice(0, 10);
    assertTrue(fork.isTargetIn(pool), "the peer may write there");
    assertEquals(target.regionOffset(), head.regionOffset());
    assertThrows(IllegalStateException.class, () -> target.fork(() -> {}));
    fork.close();
    assertEquals(0, freed.get(), "its slice is open");
    head.close();
    assertEquals(1, freed.get());
    target.fork(() -> {}).close();
    target.close();
    assertTrue(pool.isIdle(), () -> "open bodies: " + pool.openBodies());
  }

  @Test
  void thePeerMayWriteOnlyWhereOneReceives() {
    BodyPool pool = pool(2 * SLAB);
    try (Body sent = pool.allocateToSend(10).orElseThrow();
        Body received = pool.allocateToReceive(10).orElseThrow()) {
      assertFalse(sent.isTargetIn(pool), "to send");
      assertTrue(received.isTargetIn(pool), "to receive");
    }
  }

  @Test
  void rangesNeverOverlapUnderARandomLoad() {
    long seed = 20261129;
    Randomness random = Randomness.seeded(seed);
    BodyPool pool = pool(8 * SLAB);
    List<Body> open = new ArrayList<>();
    for (int step = 0; step < 5000; step++) {
      Optional<Body> body = pool.allocateToSend(random.nextInt((int) SLAB));
      body.ifPresent(open::add);
      body.ifPresent(BodyPoolTest::stamp);
      if (body.isEmpty() || random.nextBoolean()) {
        checkAndClose(open.remove(random.nextInt(open.size())), "seed " + seed + " step " + step);
      }
    }
    open.forEach(body -> checkAndClose(body, "seed " + seed + " at the end"));
    assertTrue(pool.isIdle(), () -> "open bodies: " + pool.openBodies());
  }

  @Test
  void manyThreadsShareAPool() throws Exception {
    BodyPool pool = pool(32 * SLAB);
    AtomicInteger torn = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      byte mark = (byte) i;
      threads.add(Thread.ofPlatform().start(() -> useAndCheck(pool, mark, torn)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(0, torn.get(), "bodies whose bytes another thread changed");
    assertTrue(pool.isIdle(), () -> "open bodies: " + pool.openBodies());
  }

  private static void useAndCheck(BodyPool pool, byte mark, AtomicInteger torn) {
    for (int round = 0; round < 5000; round++) {
      try (Body body = pool.allocateToSend(1 + round % 3000).orElseThrow()) {
        MemorySegment memory = body.segment().fill(mark);
        Thread.onSpinWait();
        if (memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1) != mark) {
          torn.incrementAndGet();
        }
      }
    }
  }

  private static void stamp(Body body) {
    MemorySegment memory = body.segment();
    for (long at = 0; at < memory.byteSize(); at += 256) {
      memory.set(ValueLayout.JAVA_BYTE, at, stampAt(body, at));
    }
  }

  private static void checkAndClose(Body body, String when) {
    MemorySegment memory = body.segment();
    for (long at = 0; at < memory.byteSize(); at += 256) {
      assertEquals(stampAt(body, at), memory.get(ValueLayout.JAVA_BYTE, at), when + " at " + at);
    }
    body.close();
  }

  private static byte stampAt(Body body, long at) {
    return (byte) (System.identityHashCode(body) + at / 256);
  }

  private static List<Body> takeAll(BodyPool pool, long bytes) {
    return takeAll(() -> pool.allocateToSend(bytes));
  }

  private static List<Body> takeAll(Supplier<Optional<Body>> pool) {
    List<Body> taken = new ArrayList<>();
    for (Optional<Body> next = pool.get(); next.isPresent(); next = pool.get()) {
      taken.add(next.get());
    }
    return taken;
  }

  /** Four slabs in each direction, where each body takes a whole slab. */
  private BodyPool poolOfShortSlabs() {
    BodyPoolConfig config =
        new BodyPoolConfig(4 * SHORT, 4 * SHORT, 4 * SHORT, 16, 5_000_000_000L, false);
    return new BodyPool(domain, account, config, ownerTasks::add);
  }

  private void runOwnerTasks() {
    for (Runnable task = ownerTasks.poll(); task != null; task = ownerTasks.poll()) {
      task.run();
    }
  }

  private BodyPool pool(long budgetBytes) {
    return new BodyPool(domain, account, config(budgetBytes), ownerTasks::add);
  }

  private static BodyPoolConfig config(long budgetBytes) {
    return new BodyPoolConfig(SLAB, budgetBytes, budgetBytes, 16, 5_000_000_000L, false);
  }
}
