// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bounds of a domain, and its end. */
public abstract class DomainContract extends VerbsContract {
  /** For subclasses. */
  protected DomainContract() {}

  @Test
  void depthsOutsideTheCapabilitiesAreRefused() {
    Capabilities bounds = near.domain.capabilities();
    for (int depth : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertRefused(() -> near.domain.createCompletionQueue(depth));
      assertRefused(() -> near.domain.createSharedReceiveQueue(depth));
      assertRefused(() -> near.domain.createQueuePair(config(depth)));
    }
    if (bounds.maxSendDepth() < Integer.MAX_VALUE) {
      assertRefused(() -> near.domain.createQueuePair(config(bounds.maxSendDepth() + 1)));
    }
    if (bounds.maxReceiveDepth() < Integer.MAX_VALUE) {
      assertRefused(() -> near.domain.createSharedReceiveQueue(bounds.maxReceiveDepth() + 1));
    }
    if (bounds.maxCompletionDepth() < Integer.MAX_VALUE) {
      assertRefused(() -> near.domain.createCompletionQueue(bounds.maxCompletionDepth() + 1));
    }
  }

  private QueuePairConfig config(int sendDepth) {
    return new QueuePairConfig(
        path(1), near.completions, near.completions, near.receives, sendDepth);
  }

  private static void assertRefused(Runnable creation) {
    assertSentence(assertThrows(IllegalArgumentException.class, creation::run));
  }

  @Test
  void queuePairsAreBoundedAndDestructionMakesRoom() {
    List<QueuePair> made = new ArrayList<>();
    while (made.size() < DOMAIN.maxQueuePairs() - 1) {
      made.add(near.queuePair(path(1)));
    }
    RuntimeException refusal = assertThrows(RuntimeException.class, () -> near.queuePair(path(1)));
    assertSentence(refusal);
    destroy(made.getFirst());
    assertEquals(0, near.queuePair(path(1)).outstanding());
  }

  @Test
  void closeWithWorkUnderWayGivesEverythingBack() {
    QueuePair idle = near.queuePair(path(1));
    near.receive(1, 0, 64);
    for (int at = 0; at < 32; at++) {
      post(nearQueue, near.write(at, 0, 50_000, far));
    }
    assertTrue(waited(near.domain::close), "the domain does not close");
    assertEquals("DESTROYED DESTROYED", nearQueue.state() + " " + idle.state());
    assertThrows(
        IllegalStateException.class, () -> near.memory.segment().get(ValueLayout.JAVA_BYTE, 0));
  }

  @Test
  void closedDomainStaysClosed() {
    assertTrue(waited(near.domain::close), "the domain does not close");
    assertTrue(near.domain.close(), "closing once more");
    assertThrows(
        IllegalStateException.class,
        () -> near.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE)));
  }

  @Test
  void peerOfAClosedDomainEndsInBoundedTime() {
    assertTrue(waited(far.domain::close), "the domain does not close");
    for (int at = 0; at < 10; at++) {
      post(nearQueue, near.write(at, 0, 8, far));
    }
    for (int at = 0; at < 10; at++) {
      Completion completion = next(near);
      assertEquals(at, completion.id());
      assertTrue(completion.status().isPathFailure(), completion.toString());
    }
    assertTrue(waited(near.domain::close), "the peer's domain does not close");
  }

  @Test
  void oneDomainsEndLeavesTheOthersAlone() throws Exception {
    List<Half> ending = List.of(near, far);
    List<Half> others = rendezvous(DOMAIN);
    near = others.get(0);
    far = others.get(1);
    nearQueue = anotherQueue(1);
    for (Half half : ending) {
      assertTrue(waited(half.domain::close), "the domain does not close");
    }
    far.receive(1, 0, 64);
    succeed(near.send(2, 0, 8));
    expect(far, 1, SUCCESS);
  }

  @Test
  void capabilitiesAreUsable() {
    Capabilities bounds = nearDevice.capabilities();
    assertEquals(bounds, near.domain.capabilities());
    int[] positive = {
      bounds.maxMessageBytes(),
      bounds.maxSendDepth(),
      bounds.maxReceiveDepth(),
      bounds.maxCompletionDepth(),
      bounds.maxScatterGather(),
      bounds.maxReceiveScatter(),
      bounds.maxReadAtomic()
    };
    for (int bound : positive) {
      assertTrue(bound > 0, bounds.toString());
    }
    assertFalse(bounds.maxInlineBytes() < 0, bounds.toString());
  }

  @Test
  void portsAreNumberedInOrder() {
    assertFalse(nearDevice.ports().isEmpty(), "a device without ports");
    for (int at = 0; at < nearDevice.ports().size(); at++) {
      assertEquals(at, nearDevice.ports().get(at).index());
    }
  }

  @Test
  void routeLabelsAreDistinctAndStay() {
    List<Integer> labels = nearDevice.routeLabels(4);
    assertTrue(labels.size() >= 1 && labels.size() <= 4, labels::toString);
    assertEquals(labels.size(), Set.copyOf(labels).size(), labels::toString);
    assertTrue(labels.stream().allMatch(label -> label > 0), labels::toString);
    assertEquals(labels, nearDevice.routeLabels(4));
    assertEquals(labels, farDevice.routeLabels(4), "another device of the same provider");
    assertEquals(labels.subList(0, 1), nearDevice.routeLabels(1));
  }

  private static void assertSentence(RuntimeException refusal) {
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.trim().contains(" "), "not a sentence: " + message);
  }
}
