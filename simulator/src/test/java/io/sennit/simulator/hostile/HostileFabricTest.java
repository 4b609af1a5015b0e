// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What NICs may do, one story each, on one pair of queue pairs that is driven by hand. */
final class HostileFabricTest implements Hands {
  private static final int BYTES = 64;

  private final HostileFabric fabric = new HostileFabric(this);
  private final HostileFabric.Pair pair = fabric.pair(new DomainConfig(1 << 20, 4));
  private final CompletionQueue sent = pair.near().createCompletionQueue(16);
  private final CompletionQueue received = pair.far().createCompletionQueue(16);
  private final SharedReceiveQueue receives = pair.far().createSharedReceiveQueue(16);
  private final HostileQueuePair near =
      half(pair.near(), sent, sent, pair.near().createSharedReceiveQueue(16));
  private final HostileQueuePair far = half(pair.far(), received, received, receives);
  private final HostileRegion source =
      (HostileRegion) pair.near().allocate(BYTES, Set.of(Access.values()));
  private final HostileRegion target =
      (HostileRegion) pair.far().allocate(BYTES, Set.of(Access.values()));
  private boolean refuses;
  private boolean readsAgain;
  private boolean hides;

  HostileFabricTest() {
    near.connect(far.address());
    far.connect(near.address());
  }

  private static HostileQueuePair half(
      HostileDomain domain, CompletionQueue sends, CompletionQueue comes, SharedReceiveQueue from) {
    return (HostileQueuePair)
        domain.createQueuePair(new QueuePairConfig(new Path(0, 0, 1), sends, comes, from, 8));
  }

  private void write(int first) {
    source.segment().fill((byte) first);
    WorkRequest request = new WorkRequest()
        .reset(Opcode.WRITE, first)
        .local(source, 0, BYTES)
        .remote(target.address(), target.remoteKey());
    assertEquals(PostStatus.POSTED, near.post(request));
  }

  private int written() {
    return target.segment().get(ValueLayout.JAVA_BYTE, BYTES - 1);
  }

  private static String poll(CompletionQueue queue) {
    WorkCompletion[] into = {new WorkCompletion()};
    return queue.poll(into) == 0 ? "none" : into[0].id() + " " + into[0].status();
  }

  @Test
  void writeIsExecutedThoughItsInitiatorIsInErrorAndDestroyed() {
    write(5);
    near.giveUp();
    assertEquals("5 " + CompletionStatus.RETRY_EXCEEDED, poll(sent));
    assertTrue(near.destroy());
    near.execute();
    assertEquals(5, written());
  }

  @Test
  void halfInErrorStillExecutesWritesAndAcknowledgesNone() {
    write(5);
    far.toError();
    near.execute();
    assertEquals(5, written());
    near.complete();
    assertEquals("5 " + CompletionStatus.RETRY_EXCEEDED, poll(sent));
    assertEquals(QueuePairState.ERROR, near.state());
  }

  @Test
  void onlyDestructionEndsInboundWrites() {
    write(5);
    refuses = true;
    assertFalse(far.destroy());
    assertEquals(QueuePairState.ERROR, far.state());
    refuses = false;
    assertTrue(far.destroy());
    near.execute();
    assertEquals(0, written());
  }

  @Test
  void sourceIsReadAgainUntilTheInitiatorIsDestroyed() {
    readsAgain = true;
    write(5);
    source.segment().fill((byte) 6);
    Flight flight = near.execute();
    assertEquals(6, written());
    assertTrue(near.destroy());
    near.executeAgain(flight);
    assertEquals(5, written());
  }

  @Test
  void writeIsExecutedTwiceUnlessItsInitiatorKnowsThatItWas() {
    write(5);
    Flight flight = near.execute();
    target.segment().fill((byte) 9);
    near.executeAgain(flight);
    assertEquals(5, written());
    near.complete();
    target.segment().fill((byte) 9);
    near.executeAgain(flight);
    assertEquals(9, written());
  }

  @Test
  void sendIsExecutedThoughItsCompletionIsAnError() {
    HostileRegion memory = (HostileRegion) pair.far().allocate(BYTES, Set.of(Access.LOCAL_WRITE));
    assertEquals(PostStatus.POSTED, receives.post(7, memory, 0, BYTES));
    near.post(new WorkRequest().reset(Opcode.SEND, 1).local(source, 0, BYTES));
    near.execute();
    near.giveUp();
    assertEquals("1 " + CompletionStatus.RETRY_EXCEEDED, poll(sent));
    assertEquals("7 " + CompletionStatus.SUCCESS, poll(received));
  }

  @Test
  void completionsComeLateAndTogether() {
    hides = true;
    write(5);
    write(6);
    near.execute();
    near.execute();
    near.complete();
    near.complete();
    assertEquals("none", poll(sent));
    ((HostileCompletionQueue) sent).reveal();
    assertEquals("5 SUCCESS, 6 SUCCESS", poll(sent) + ", " + poll(sent));
  }

  @Test
  void everyRequestHasOneCompletion() {
    write(5);
    write(6);
    write(7);
    near.execute();
    near.giveUp();
    assertTrue(near.mayFlush());
    near.flush();
    assertEquals("5 RETRY_EXCEEDED", poll(sent));
    assertEquals("6 WORK_REQUEST_FLUSHED", poll(sent));
    assertEquals("7 WORK_REQUEST_FLUSHED", poll(sent));
    assertEquals("none", poll(sent));
    assertEquals(0, near.outstanding());
  }

  @Test
  void wrongKeyIsRefusedAndBreaksBothHalves() {
    near.post(new WorkRequest()
        .reset(Opcode.WRITE, 1)
        .local(source, 0, BYTES)
        .remote(target.address(), target.remoteKey() + 1));
    near.execute();
    near.complete();
    assertEquals("1 " + CompletionStatus.REMOTE_ACCESS_ERROR, poll(sent));
    assertEquals(QueuePairState.ERROR, far.state());
  }

  @Override
  public void onPosted(HostileQueuePair half, Flight flight) {}

  @Override
  public void onCompleted(HostileCompletionQueue queue) {
    if (!hides) {
      queue.reveal();
    }
  }

  @Override
  public boolean refusesDestruction(HostileQueuePair half) {
    return refuses;
  }

  @Override
  public boolean readsAgain(Flight flight) {
    return readsAgain;
  }

  @Override
  public void onMoved(
      HostileQueuePair half, Flight flight, HostileRegion remote, long remoteOffset) {}
}
