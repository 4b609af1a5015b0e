// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bulk data: every byte, over every strand, whatever becomes of strands. */
final class TransfersTest {
  private static final int BYTES = 300_001;

  static void fill(MemoryRegion region, long seed) {
    byte[] bytes = new byte[(int) region.length()];
    Randomness.seeded(seed).nextBytes(bytes);
    region.segment().copyFrom(MemorySegment.ofArray(bytes));
  }

  static long differs(MemoryRegion one, MemoryRegion other, long bytes) {
    return MemorySegment.mismatch(one.segment(), 0, bytes, other.segment(), 0, bytes);
  }

  @Test
  void writeIsStripedAnnouncedAndReleased() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    fill(source, 5);
    RemoteSpan grant = pair.far.braid.grant(target, 0, BYTES, pair.far.note("grant free"));
    pair.far.hook = (sequence, frame) -> pair.far.events.add("announced");
    long write = pair.near.braid.write(source, 0, grant, BYTES, pair.near.named("write"));
    pair.settle();
    assertEquals(List.of("write delivered"), pair.near.events);
    assertTrue(pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write) >= 0);
    pair.settle();
    assertEquals(List.of("write delivered", "write released"), pair.near.events);
    assertEquals(List.of("announced", "grant free"), pair.far.events);
    assertEquals(-1, differs(source, target, BYTES));
    assertEquals(BYTES, pair.near.count(Counter.WRITE_BYTES));
    long first = pair.near.path(0).bytesWritten();
    long second = pair.near.path(1).bytesWritten();
    assertEquals(BYTES, first + second);
    assertTrue(first > BYTES / 4 && second > BYTES / 4, first + " and " + second);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void readIsStripedAndTheLoanIsFreedByTheBraid() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.far.memory(BYTES);
    MemoryRegion target = pair.near.memory(BYTES);
    fill(source, 6);
    RemoteSpan loan = pair.far.braid.lend(source, 0, BYTES, pair.far.note("loan free"));
    pair.near.braid.read(loan, target, 0, BYTES, pair.near.named("read"));
    pair.settle();
    assertEquals(List.of("read delivered", "read released"), pair.near.events);
    assertEquals(List.of("loan free"), pair.far.events);
    assertEquals(-1, differs(source, target, BYTES));
    assertEquals(BYTES, pair.near.count(Counter.READ_BYTES));
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void strandDiesInTheMiddleOfAWrite() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    fill(source, 7);
    RemoteSpan grant = pair.far.braid.grant(target, 0, BYTES, pair.far.note("grant free"));
    long write = pair.near.braid.write(source, 0, grant, BYTES, pair.near.named("write"));
    pair.near.braid.poll(pair.nowNanos);
    pair.fabric.path(1).hold();
    pair.near.braid.poll(pair.nowNanos);
    pair.near.braid.poll(pair.nowNanos);
    pair.fabric.path(1).giveUp();
    pair.settle();
    assertEquals("write delivered", pair.near.events.getFirst());
    assertEquals(-1, differs(source, target, BYTES));
    assertTrue(pair.near.count(Counter.CHUNK_REPLAYS) > 0, pair::toString);
    pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(List.of("write delivered", "write released"), pair.near.events);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void doneOfAConsumedMessageStillFreesTheGrant() {
    BraidPair pair = new BraidPair(1);
    long write = deliveredWrite(pair);
    pair.near.domain.path(1).hold();
    long done = pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    assertTrue(pair.far.braid.consume(done), "sequence " + done);
    pair.near.domain.path(1).release();
    pair.settle();
    assertEquals(List.of(), pair.far.messages);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void releasedThatOvertakesItsDoneFreesNothingBeforeIt() {
    BraidPair pair = new BraidPair(2);
    long write = deliveredWrite(pair);
    long lease = pair.near.braid.engine().transfers.unaccounted(write).span().leaseId();
    pair.near.domain.path(1).hold();
    pair.near.domain.path(2).hold();
    long done = pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    int slow = 1 + pathOf(pair.near, done);
    pair.near.braid.engine().notices.released(lease);
    pair.near.braid.poll(pair.nowNanos);
    pair.near.domain.path(3 - slow).release();
    pair.settle();
    assertEquals(List.of(), pair.far.events, "the data has not been announced");
    pair.near.domain.path(slow).release();
    pair.settle();
    assertEquals(List.of("done"), pair.far.messages);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static long deliveredWrite(BraidPair pair) {
    MemoryRegion source = pair.near.memory(100);
    MemoryRegion target = pair.far.memory(100);
    RemoteSpan span = pair.far.braid.grant(target, 0, 100, pair.far.note("grant free"));
    long write = pair.near.braid.write(source, 0, span, 100, pair.near.named("write"));
    pair.settle();
    assertEquals(List.of("write delivered"), pair.near.events);
    return write;
  }

  /** The path whose oldest copy is this message. */
  private static int pathOf(Side side, long sequence) {
    for (StrandPath path : side.braid.engine().strands.all()) {
      Copy copy = path.strand == null ? null : path.strand.oldest;
      if (copy != null && copy.work instanceof MessageSlot slot && slot.sequence == sequence) {
        return path.index;
      }
    }
    throw new AssertionError("message " + sequence + " is not under way");
  }

  @Test
  void emptyTransfersAreDeliveredAndReleased() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion here = pair.near.memory(8);
    MemoryRegion there = pair.far.memory(8);
    RemoteSpan loan = pair.far.braid.lend(there, 8, 0, pair.far.note("loan free"));
    pair.near.braid.read(loan, here, 0, 0, pair.near.named("read"));
    assertEquals(List.of(), pair.near.events, "callbacks come inside poll only");
    pair.settle();
    assertEquals(List.of("read delivered", "read released"), pair.near.events);
    assertEquals(List.of("loan free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void declinedSpansAreFree() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion there = pair.far.memory(64);
    RemoteSpan granted = pair.far.braid.grant(there, 0, 64, pair.far.note("grant free"));
    RemoteSpan lent = pair.far.braid.lend(there, 0, 64, pair.far.note("loan free"));
    pair.near.braid.decline(granted);
    pair.near.braid.decline(lent);
    pair.settle();
    assertEquals(List.of("grant free", "loan free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void abortedReadFreesTheLoanOnlyWhenItsCopiesHaveEnded() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.far.memory(BYTES);
    MemoryRegion target = pair.near.memory(BYTES);
    RemoteSpan loan = pair.far.braid.lend(source, 0, BYTES, pair.far.note("loan free"));
    pair.fabric.path(1).hold();
    long read = pair.near.braid.read(loan, target, 0, BYTES, pair.near.named("read"));
    pair.settle();
    pair.near.braid.abort(read, "cancelled");
    pair.settle();
    assertEquals(List.of("read failed: cancelled"), pair.near.events);
    assertEquals(List.of(), pair.far.events);
    pair.fabric.path(1).release();
    pair.settle();
    assertEquals(List.of("read failed: cancelled", "read released"), pair.near.events);
    assertEquals(List.of("loan free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void abortedWriteDeclinesTheGrant() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    RemoteSpan grant = pair.far.braid.grant(target, 0, BYTES, pair.far.note("grant free"));
    long write = pair.near.braid.write(source, 0, grant, BYTES, pair.near.named("write"));
    pair.near.braid.abort(write, "cancelled");
    pair.settle();
    assertEquals(List.of("write failed: cancelled", "write released"), pair.near.events);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void declineOfASpanThatIsBeingReadEndsTheRead() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.far.memory(BYTES);
    MemoryRegion target = pair.near.memory(BYTES);
    RemoteSpan span = pair.far.braid.lend(source, 0, BYTES, pair.far.note("loan free"));
    pair.near.braid.read(span, target, 0, BYTES, pair.near.named("read"));
    pair.near.braid.decline(span);
    pair.settle();
    assertEquals(List.of("read failed: declined", "read released"), pair.near.events);
    assertEquals(List.of("loan free"), pair.far.events);
    assertEquals(0, pair.far.count(Counter.STALE_LEASES), "told twice");
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void oneTurnMovesABoundedNumberOfBytes() {
    BraidPair pair = new BraidPair(4, BraidConfig.defaults(), 1, LeaseRules.SOUND);
    int bytes = 16 << 20;
    MemoryRegion source = pair.far.memory(bytes);
    MemoryRegion target = pair.near.memory(bytes);
    RemoteSpan span = pair.far.braid.lend(source, 0, bytes, () -> {});
    pair.near.braid.read(span, target, 0, bytes, pair.near.named("read"));
    pair.near.braid.poll(pair.nowNanos);
    long posted = pair.near.braid.snapshot().paths().stream()
        .mapToLong(PathSnapshot::inFlightBytes)
        .sum();
    assertEquals(1 << 20, posted);
    assertEquals(false, pair.near.braid.arm(), "there is more to post");
    pair.settle();
    assertEquals(List.of("read delivered", "read released"), pair.near.events);
    pair.closeAndCheck();
  }

  @Test
  void deliveredWriteThatIsNotWantedAnyMoreIsDeclined() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.near.memory(100);
    MemoryRegion target = pair.far.memory(100);
    RemoteSpan span = pair.far.braid.grant(target, 0, 100, pair.far.note("grant free"));
    pair.near.braid.write(source, 0, span, 100, pair.near.named("write"));
    pair.settle();
    assertEquals(List.of("write delivered"), pair.near.events);
    pair.near.braid.decline(span);
    pair.settle();
    assertEquals(List.of("write delivered", "write released"), pair.near.events);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void userMemoryWriteCompletesOnlyWhenNoCopyIsOutstanding() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(4096);
    MemoryRegion target = pair.far.memory(4096);
    RemoteSpan span = new RemoteSpan(target.address(), target.remoteKey(), 4096, 0);
    pair.fabric.path(1).hold();
    pair.fabric.path(2).hold();
    pair.near.braid.write(source, 0, span, 4096, pair.near.named("write"));
    pair.near.braid.poll(pair.nowNanos);
    int first = pair.near.path(0).inFlightBytes() > 0 ? 1 : 2;
    pair.fabric.path(3 - first).release();
    pair.far.domain.path(first).freezeDestroy(50);
    pair.fabric.path(first).giveUp();
    pair.settle();
    assertEquals(1, pair.near.count(Counter.CHUNK_REPLAYS), pair::toString);
    assertEquals(List.of(), pair.near.events, "a late copy could undo a newer write");
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(List.of("write delivered", "write released"), pair.near.events);
    pair.fabric.path(first).release();
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void refusedUserMemoryFailsThatOperationOnly() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(4096);
    MemoryRegion target = pair.far.domain.allocate(4096, Set.of(Access.REMOTE_READ));
    RemoteSpan span = new RemoteSpan(target.address(), target.remoteKey(), 4096, 0);
    pair.near.braid.write(source, 0, span, 4096, pair.near.named("write"));
    pair.near.send("goes on");
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(
        List.of("write failed: the peer refused access (REMOTE_ACCESS_ERROR)", "write released"),
        pair.near.events);
    assertEquals(List.of("goes on"), pair.far.messages);
    assertEquals(1, pair.near.count(Counter.REBUILDS), pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void refusedLeasedMemoryIsABugAndEndsTheSession() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(4096);
    MemoryRegion target = pair.far.memory(4096);
    RemoteSpan span = pair.far.braid.grant(target, 0, 4096, pair.far.note("grant free"));
    RemoteSpan wrong = new RemoteSpan(span.address(), span.remoteKey() + 1, 4096, span.leaseId());
    pair.near.braid.write(source, 0, wrong, 4096, pair.near.named("write"));
    pair.settle();
    assertTrue(
        pair.near.failures.getFirst().contains("REMOTE_ACCESS_ERROR"),
        pair.near.failures::toString);
    pair.closeAndCheck();
    assertEquals("write released", pair.near.events.getLast());
    assertEquals(List.of("grant free"), pair.far.events);
  }

  @Test
  void refusalInThePeersNameCostsAStrand() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    fill(source, 5);
    RemoteSpan span = pair.far.braid.grant(target, 0, BYTES, pair.far.note("grant free"));
    pair.near.domain.path(1).refuseNext(1);
    pair.near.braid.write(source, 0, span, BYTES, pair.near.named("write"));
    pair.await(() -> pair.near.events.contains("write delivered"), 1000 * BraidPair.MILLI);
    assertEquals(-1, differs(source, target, BYTES));
    assertEquals(1, pair.near.count(Counter.INTRUSIONS), pair::toString);
    assertEquals(1, pair.near.count(Counter.STRANDS_LOST), pair::toString);
    pair.await(pair::allGood, 1000 * BraidPair.MILLI);
    assertEquals(List.of(), pair.near.failures);
    pair.closeAndCheck();
  }

  @Test
  void atomicsReturnWhatTheyFound() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion word = pair.far.memory(8);
    word.segment().set(ValueLayout.JAVA_LONG, 0, 40);
    RemoteSpan span = new RemoteSpan(word.address(), word.remoteKey(), 8, 0);
    long[] found = new long[2];
    pair.near.braid.fetchAndAdd(span, 2, foundInto(found, 0));
    pair.settle();
    pair.near.braid.compareAndSwap(span, 42, 7, foundInto(found, 1));
    pair.settle();
    assertEquals(40, found[0]);
    assertEquals(42, found[1]);
    assertEquals(7, word.segment().get(ValueLayout.JAVA_LONG, 0));
    assertEquals(2, pair.near.count(Counter.ATOMICS));
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static TransferListener foundInto(long[] found, int index) {
    return new TransferListener() {
      @Override
      public void onDelivered(long value) {
        found[index] = value;
      }

      @Override
      public void onReleased() {}

      @Override
      public void onFailed(String cause, boolean noEffect) {
        throw new AssertionError(cause);
      }
    };
  }

  @Test
  void atomicOnALostStrandIsNeverRepeatedAndItsOutcomeIsUnknown() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion word = pair.far.memory(8);
    RemoteSpan span = new RemoteSpan(word.address(), word.remoteKey(), 8, 0);
    pair.near.domain.path(1).loseNextCompletions(1);
    pair.near.domain.path(2).loseNextCompletions(1);
    pair.near.braid.fetchAndAdd(span, 1, pair.near.named("add"));
    pair.settle();
    assertEquals(List.of(), pair.near.harmless, "failures that certainly had no effect");
    assertEquals(1, word.segment().get(ValueLayout.JAVA_LONG, 0), "executed once");
    assertEquals(2, pair.near.events.size(), pair.near.events::toString);
    assertEquals("add released", pair.near.events.get(1));
    pair.near.domain.path(1).loseNextCompletions(0);
    pair.near.domain.path(2).loseNextCompletions(0);
    pair.advance(1000 * BraidPair.MILLI);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void nameOfAReleasedTransferReachesNoLaterOne() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.far.memory(64);
    MemoryRegion target = pair.near.memory(64);
    RemoteSpan user = new RemoteSpan(source.address(), source.remoteKey(), 64, 0);
    long first = pair.near.braid.read(user, target, 0, 64, pair.near.named("first"));
    pair.settle();
    long second = pair.near.braid.read(user, target, 0, 64, pair.near.named("second"));
    assertEquals(indexOf(first), indexOf(second), "the place is used again");
    pair.near.braid.abort(first, "late");
    pair.settle();
    assertEquals(
        List.of("first delivered", "first released", "second delivered", "second released"),
        pair.near.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void withdrawnLeaseEndsAtOnceAndItsNameReachesNoLaterOne() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion memory = pair.near.memory(64);
    RemoteSpan first = pair.near.braid.lend(memory, 0, 64, pair.near.note("first free"));
    pair.near.braid.withdraw(first);
    RemoteSpan second = pair.near.braid.lend(memory, 0, 64, pair.near.note("second free"));
    assertEquals(indexOf(first.leaseId()), indexOf(second.leaseId()), "the place is used again");
    assertThrows(IllegalStateException.class, () -> pair.near.braid.withdraw(first));
    assertEquals(List.of("first free"), pair.near.events);
    pair.near.braid.withdraw(second);
    assertEquals(List.of("first free", "second free"), pair.near.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void nameOfAReleasedWriteAnnouncesNoLaterOne() {
    BraidPair pair = new BraidPair(1);
    long write = deliveredWrite(pair);
    pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    pair.settle();
    pair.near.events.clear();
    pair.far.events.clear();
    long later = deliveredWrite(pair);
    assertEquals(indexOf(write), indexOf(later), "the place is used again");
    FrameWriter done = Side.text("done");
    assertThrows(
        IllegalStateException.class, () -> pair.near.braid.sendDone(done, Lane.NORMAL, write));
    assertTrue(pair.near.braid.sendDone(done, Lane.NORMAL, later) >= 0);
    pair.settle();
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static long indexOf(long name) {
    return name & (1 << 20) - 1;
  }

  @Test
  void boundsOfLeasesAndTransfersAreKept() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion memory = pair.near.memory(64);
    RemoteSpan last = pair.near.braid.lend(memory, 0, 64, () -> {});
    while (pair.near.braid.leaseRoom() > 0) {
      last = pair.near.braid.lend(memory, 0, 64, () -> {});
    }
    assertThrows(IllegalStateException.class, () -> pair.near.braid.grant(memory, 0, 64, () -> {}));
    pair.settle();
    assertEquals(0, pair.near.writable);
    pair.near.braid.withdraw(last);
    pair.settle();
    assertEquals(1, pair.near.writable);
    assertThrows(
        IndexOutOfBoundsException.class, () -> pair.near.braid.lend(memory, 1, 64, () -> {}));
    pair.closeAndCheck();
  }
}
