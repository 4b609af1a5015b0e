// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
import static io.sennit.verbs.CompletionStatus.MEMORY_WINDOW_BIND_ERROR;
import static io.sennit.verbs.CompletionStatus.REMOTE_ACCESS_ERROR;
import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.Feature;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Memory windows, where a provider has them: far binds, near tries to get in. The region has no
 * remote right of its own.
 */
public abstract class WindowContract extends VerbsContract {
  private static final Set<Access> ALL =
      EnumSet.of(Access.REMOTE_READ, Access.REMOTE_WRITE, Access.REMOTE_ATOMIC);
  private static final int FROM = 1024;
  private static final int LENGTH = 512;

  /** For subclasses. */
  protected WindowContract() {}

  private boolean hasNone() {
    return !FeatureContract.offers(near, Feature.MEMORY_WINDOWS);
  }

  private MemoryRegion region(Access... access) {
    EnumSet<Access> rights = EnumSet.of(Access.BIND_WINDOW, access);
    return far.domain.allocate(8192, rights);
  }

  private static WorkRequest bind(
      MemoryWindow window, int tail, MemoryRegion region, Set<Access> access) {
    return new WorkRequest()
        .reset(Opcode.BIND_WINDOW, 7)
        .local(region, FROM, LENGTH)
        .bind(window, tail, access);
  }

  /** Posts on far's queue pair and waits for how it ends. */
  private String onFar(WorkRequest request) {
    post(farQueue, request);
    return next(far).outcome();
  }

  private MemoryWindow bound(MemoryRegion region, Set<Access> access) {
    MemoryWindow window = far.domain.allocateWindow();
    assertEquals("7 SUCCESS", onFar(bind(window, 1, region, access)));
    return window;
  }

  private WorkRequest write(MemoryRegion region, int offset, int length, int key) {
    return near.write(5, 0, length, far).remote(region.address() + offset, key);
  }

  private static WorkRequest invalidate(Opcode opcode, int key) {
    return new WorkRequest().reset(opcode, 8).invalidate(key);
  }

  @Test
  void boundWindowOpensItsRangeAndNoMore() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    int key = bound(region, ALL).remoteKey(1);
    near.fill(0, LENGTH, 1);
    succeed(write(region, FROM, LENGTH, key));
    succeed(near.read(5, 4096, LENGTH, far).remote(region.address() + FROM, key));
    assertArrayEquals(near.bytes(0, LENGTH), near.bytes(4096, LENGTH));
    succeed(near.oneSided(Opcode.FETCH_AND_ADD, 5, 0, 8, far).remote(region.address() + FROM, key));
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR,
        perform(write(region, FROM, LENGTH + 1, key)).outcome());
  }

  @Test
  void windowGivesTheRightsItWasBoundWith() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    int key = bound(region, EnumSet.of(Access.REMOTE_READ)).remoteKey(1);
    succeed(near.read(5, 0, 8, far).remote(region.address() + FROM, key));
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR, perform(write(region, FROM, 8, key)).outcome());
  }

  @Test
  void windowOpensThroughItsQueuePairOnly() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    QueuePair other = anotherQueue(1);
    int key = bound(region, ALL).remoteKey(1);
    post(other, write(region, FROM, 8, key));
    expect(near, 5, REMOTE_ACCESS_ERROR);
    succeed(write(region, FROM, 8, key));
  }

  @Test
  void windowIsClosedByItsOwner() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    int key = bound(region, ALL).remoteKey(1);
    assertEquals("8 SUCCESS", onFar(invalidate(Opcode.LOCAL_INVALIDATE, key)));
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR, perform(write(region, FROM, 8, key)).outcome());
  }

  @Test
  void windowIsClosedByItsUser() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    int key = bound(region, ALL).remoteKey(1);
    far.receive(1, 0, 64);
    succeed(write(region, FROM, 8, key));
    assertEquals(
        "8 SUCCESS", perform(invalidate(Opcode.SEND_WITH_INVALIDATE, key)).outcome());
    Completion receive = expect(far, 1, SUCCESS);
    assertEquals("RECEIVE " + key, receive.opcode() + " " + receive.invalidatedKey());
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR, perform(write(region, FROM, 8, key)).outcome());
  }

  @Test
  void onlyAWindowIsClosedByThePeer() {
    if (hasNone()) {
      return;
    }
    far.receive(1, 0, 64);
    int key = far.memory.remoteKey();
    assertEquals(
        "8 " + REMOTE_ACCESS_ERROR,
        perform(invalidate(Opcode.SEND_WITH_INVALIDATE, key)).outcome());
    assertEquals(1, far.receives.posted());
  }

  @Test
  void onlyAnOpenWindowIsClosedByItsOwner() {
    if (hasNone()) {
      return;
    }
    int key = far.domain.allocateWindow().remoteKey(1);
    assertEquals("8 " + LOCAL_QUEUE_PAIR_ERROR, onFar(invalidate(Opcode.LOCAL_INVALIDATE, key)));
  }

  @Test
  void regionMustAllowToBeBound() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = far.domain.allocate(8192, ALL);
    MemoryWindow window = far.domain.allocateWindow();
    assertEquals("7 " + MEMORY_WINDOW_BIND_ERROR, onFar(bind(window, 1, region, ALL)));
  }

  @Test
  void windowThatWritesNeedsARegionThatMayBeWritten() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region();
    bound(region, EnumSet.of(Access.REMOTE_READ));
    MemoryWindow window = far.domain.allocateWindow();
    assertEquals("7 " + MEMORY_WINDOW_BIND_ERROR, onFar(bind(window, 1, region, ALL)));
  }

  @Test
  void boundWindowIsNotBoundAgain() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    MemoryWindow window = bound(region, ALL);
    assertEquals("7 " + MEMORY_WINDOW_BIND_ERROR, onFar(bind(window, 2, region, ALL)));
  }

  @Test
  void tailTellsOldKeysFromNewOnes() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    MemoryWindow window = bound(region, ALL);
    assertEquals("8 SUCCESS", onFar(invalidate(Opcode.LOCAL_INVALIDATE, window.remoteKey(1))));
    assertEquals("7 SUCCESS", onFar(bind(window, 255, region, ALL)));
    succeed(write(region, FROM, 8, window.remoteKey(255)));
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR,
        perform(write(region, FROM, 8, window.remoteKey(1))).outcome());
  }

  @Test
  void boundRegionIsNotGivenBack() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    MemoryWindow window = bound(region, ALL);
    assertFalse(region.deregister(), "a region was given back with a window bound to it");
    window.deallocate();
    assertTrue(waited(region::deregister), "the region is not given back");
    assertEquals(
        "5 " + REMOTE_ACCESS_ERROR,
        perform(write(far.memory, FROM, 8, window.remoteKey(1))).outcome());
  }

  @Test
  void destroyedQueuePairClosesItsWindows() {
    if (hasNone()) {
      return;
    }
    MemoryRegion region = region(Access.LOCAL_WRITE);
    MemoryWindow window = bound(region, ALL);
    destroy(farQueue);
    nearQueue = near.queuePair(path(1));
    farQueue = far.queuePair(path(1));
    link(nearQueue, farQueue);
    assertEquals("7 SUCCESS", onFar(bind(window, 2, region, ALL)));
    succeed(write(region, FROM, 8, window.remoteKey(2)));
  }
}
