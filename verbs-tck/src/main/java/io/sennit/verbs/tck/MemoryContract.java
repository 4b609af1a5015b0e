// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Registered memory: what is handed out, what is given back. */
public abstract class MemoryContract extends VerbsContract {
  private static final long PAGE_BYTES = 4096;

  /** For subclasses. */
  protected MemoryContract() {}

  @Test
  void allocatedMemoryIsZeroedAlignedAndOfTheSizeAskedFor() {
    for (long bytes : new long[] {1, 100, 4096, 4097, 65_536, 1 << 20}) {
      MemoryRegion region = allocate(bytes);
      assertEquals(bytes, region.length());
      assertEquals(bytes, region.segment().byteSize());
      assertEquals(0, region.segment().address() % PAGE_BYTES, "alignment of " + bytes + " bytes");
      assertZero(region);
      region.segment().fill((byte) -1);
      giveBack(region);
    }
  }

  @Test
  void memoryThatWasGivenBackIsHandedOutZeroedAgain() {
    for (int round = 0; round < 12; round++) {
      MemoryRegion region = allocate(1 << 20);
      assertZero(region);
      region.segment().fill((byte) -1);
      giveBack(region);
    }
  }

  @Test
  void sizesWithoutMeaningAreRefused() {
    for (long bytes : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> allocate(bytes), "bytes " + bytes);
    }
  }

  @Test
  void limitIsToldInASentenceAndEverythingBelowItCanBeHad() {
    List<MemoryRegion> regions = new ArrayList<>();
    long leftBytes = DOMAIN.memoryBytes() - Half.MEMORY_BYTES;
    for (long bytes = Half.MEMORY_BYTES; bytes <= leftBytes; leftBytes -= bytes) {
      regions.add(allocate(bytes));
    }
    String message =
        assertThrows(OutOfRegisteredMemoryException.class, () -> allocate(1)).getMessage();
    assertTrue(String.valueOf(message).matches(".* .*\\d.*"), "no sentence: " + message);
    giveBack(regions.removeFirst());
    assertZero(assertDoesNotThrow(() -> allocate(Half.MEMORY_BYTES)));
  }

  @Test
  void moreThanTheDomainHasIsRefused() {
    for (long bytes : new long[] {DOMAIN.memoryBytes() + 1, 1L << 40, Long.MAX_VALUE}) {
      assertThrows(OutOfRegisteredMemoryException.class, () -> allocate(bytes), "bytes " + bytes);
    }
  }

  @Test
  void deregisteredSegmentThrowsOnAccess() {
    MemoryRegion region = allocate(4096);
    MemorySegment segment = region.segment();
    giveBack(region);
    assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
    assertTrue(region.deregister(), "deregistering once more");
  }

  @Test
  void keysAreNotGuessableAndNotReusedSoon() {
    Set<Integer> keys = new HashSet<>();
    Set<Integer> steps = new HashSet<>();
    int last = 0;
    for (int at = 0; at < 200; at++) {
      MemoryRegion region = allocate(4096);
      assertTrue(keys.add(region.remoteKey()), "used again after " + at + " regions");
      steps.add(region.remoteKey() - last);
      last = region.remoteKey();
      giveBack(region);
    }
    assertTrue(steps.size() > 150, "differences between keys repeat: " + steps);
  }

  @Test
  void regionsDoNotOverlap() {
    List<MemoryRegion> regions = new ArrayList<>();
    for (int at = 0; at < 40; at++) {
      regions.add(allocate(1000 + at * 700L));
    }
    assertDisjoint(regions);
  }

  @Test
  void everyThreadMayAllocate() throws Exception {
    ConcurrentLinkedQueue<MemoryRegion> regions = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      threads.add(CompletableFuture.runAsync(() -> {
        for (int at = 0; at < 50; at++) {
          regions.add(allocate(4096));
        }
      }));
    }
    for (CompletableFuture<Void> thread : threads) {
      thread.get();
    }
    assertEquals(200, regions.size());
    assertDisjoint(List.copyOf(regions));
  }

  @Test
  void everyThreadMayTouchTheMemory() {
    MemoryRegion region = allocate(4096);
    Runnable touch = () -> region.segment().set(ValueLayout.JAVA_LONG, 8, 42);
    assertDoesNotThrow(() -> CompletableFuture.runAsync(touch).get());
    assertEquals(42, region.segment().get(ValueLayout.JAVA_LONG, 8));
  }

  @Test
  void addressNamesTheFirstByte() {
    MemoryRegion region = far.domain.allocate(70_000, EnumSet.allOf(Access.class));
    near.word(0, 42);
    WorkRequest request = near.write(1, 0, 8, far);
    succeed(request.remote(region.address(), region.remoteKey()));
    succeed(request.remote(region.address() + 69_992, region.remoteKey()));
    assertEquals(42, region.segment().get(ValueLayout.JAVA_LONG, 0));
    assertEquals(42, region.segment().get(ValueLayout.JAVA_LONG, 69_992));
  }

  private MemoryRegion allocate(long bytes) {
    return near.domain.allocate(bytes, EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
  }

  private void giveBack(MemoryRegion region) {
    assertTrue(waited(region::deregister), "the region cannot be deregistered");
  }

  /** Each region holds its own mark after all were marked. */
  private static void assertDisjoint(List<MemoryRegion> regions) {
    for (int at = 0; at < regions.size(); at++) {
      regions.get(at).segment().fill((byte) at);
    }
    for (int at = 0; at < regions.size(); at++) {
      MemorySegment segment = regions.get(at).segment();
      long last = segment.byteSize() - 1;
      assertEquals((byte) at, segment.get(ValueLayout.JAVA_BYTE, 0), "first byte of " + at);
      assertEquals((byte) at, segment.get(ValueLayout.JAVA_BYTE, last), "last byte of " + at);
    }
  }

  private static void assertZero(MemoryRegion region) {
    MemorySegment zeros = MemorySegment.ofArray(new byte[(int) region.length()]);
    assertFalse(region.segment().mismatch(zeros) >= 0, "not zero: " + region.length() + " bytes");
  }
}
