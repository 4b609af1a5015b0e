// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sennit.base.Clock;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What all families of the contract share: before each case two devices of the provider in this
 * process, joined by a rendezvous, and one connected queue pair. The case's thread owns both
 * halves.
 *
 * <p>{@link ProviderContract} has every family. Nothing is assumed about when work is done: a case
 * waits for each completion, with a bound, and polls both halves meanwhile.
 */
public abstract class VerbsContract {
  static final DomainConfig DOMAIN = new DomainConfig(4 << 20, 16);

  /** How failures of the cleaning up begin, as opposed to those of the case. */
  static final String CLEANING_UP = "after the case: ";

  /** One sleep of a half while the other one, which the same thread owns, has work to do. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Clock clock = Clock.system();
  private final ArrayDeque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<ProtectionDomain> domains = new ArrayList<>();
  Device nearDevice;
  Device farDevice;
  Half near;
  Half far;
  QueuePair nearQueue;
  QueuePair farQueue;

  /** For subclasses. */
  protected VerbsContract() {}

  /** Opens the provider; called twice for each case, the second device is the peer's. */
  protected abstract Device open();

  /** The longest a case waits for one thing before it fails. */
  protected long patienceNanos() {
    return TimeUnit.SECONDS.toNanos(10);
  }

  /**
   * The path of the case's queue pair number {@code index}, counted from 0, as both sides name it.
   */
  protected Path path(int index) {
    return new Path(0, 0, index + 1);
  }

  @BeforeEach
  final void connect() throws RendezvousException {
    nearDevice = keep(open());
    farDevice = keep(open());
    List<Half> halves = rendezvous(DOMAIN);
    near = halves.get(0);
    far = halves.get(1);
    nearQueue = near.queuePair(path(0));
    farQueue = far.queuePair(path(0));
    link(nearQueue, farQueue);
  }

  @AfterEach
  final void cleanUp() throws Exception {
    for (ProtectionDomain domain : domains) {
      assertTrue(waited(domain::close), CLEANING_UP + "a domain does not close");
    }
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  /** Joins the two devices once more. */
  List<Half> rendezvous(DomainConfig config) throws RendezvousException {
    CompletionChannel nearChannel = keep(nearDevice.createCompletionChannel());
    CompletionChannel farChannel = keep(farDevice.createCompletionChannel());
    try (Invitation invitation = nearDevice.invite(config, nearChannel)) {
      Acceptance acceptance =
          farDevice.accept(invitation.offer(), config, farChannel, patienceNanos());
      ProtectionDomain accepted = keep(acceptance.domain());
      ProtectionDomain invited = keep(invitation.complete(acceptance.answer(), patienceNanos()));
      return List.of(new Half(nearChannel, invited), new Half(farChannel, accepted));
    }
  }

  <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  ProtectionDomain keep(ProtectionDomain domain) {
    domains.add(domain);
    return domain;
  }

  static void link(QueuePair one, QueuePair other) {
    one.connect(other.address());
    other.connect(one.address());
  }

  /** Another connected queue pair of near; its peer is made beside it. */
  QueuePair anotherQueue(int index) {
    QueuePair one = near.queuePair(path(index));
    link(one, far.queuePair(path(index)));
    return one;
  }

  static void post(QueuePair queuePair, WorkRequest request) {
    assertEquals(PostStatus.POSTED, queuePair.post(request), "post of " + request.opcode());
  }

  /** The next completion of a half, waited for. */
  Completion next(Half half) {
    boolean came = waited(() -> {
      near.drain();
      far.drain();
      half.drain();
      return half.hasCompletion();
    });
    return came ? half.take() : fail("no completion within " + patienceNanos() + " ns");
  }

  /** Waits for the next completion of a half, which must be this one. */
  Completion expect(Half half, long id, CompletionStatus status) {
    Completion completion = next(half);
    assertEquals(id + " " + status, completion.outcome());
    return completion;
  }

  /** Posts on near's queue pair, and waits for how it ends. */
  Completion perform(WorkRequest request) {
    post(nearQueue, request);
    return next(near);
  }

  /** Posts on near's queue pair; it must succeed. */
  void succeed(WorkRequest request) {
    assertEquals(request.id() + " SUCCESS", perform(request).outcome());
  }

  void awaitState(QueuePair queuePair, QueuePairState state) {
    assertTrue(
        waited(() -> {
          near.drain();
          far.drain();
          return queuePair.state() == state;
        }),
        () -> "queue pair stays in " + queuePair.state() + " instead of " + state);
  }

  void destroy(QueuePair queuePair) {
    assertTrue(waited(queuePair::destroy), "queue pair cannot be destroyed");
    assertEquals(QueuePairState.DESTROYED, queuePair.state());
  }

  /** Nothing is left to complete on either half: what is over completed exactly once. */
  void assertNothingLeft() {
    near.drain();
    far.drain();
    assertEquals("none", near.hasCompletion() ? near.take().toString() : "none");
    assertEquals("none", far.hasCompletion() ? far.take().toString() : "none");
  }

  /**
   * Whether the condition became true in time. Yields to a provider that works in other threads.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  boolean waited(BooleanSupplier condition) {
    long startNanos = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      if (clock.nanoTime() - startNanos > patienceNanos()) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  /** Whether an event comes to a half's channel; the other half is polled meanwhile. */
  boolean awaitsEvent(Half half) {
    Half other = half == near ? far : near;
    return waited(() -> {
      other.drain();
      return half.channel.await(SLICE_NANOS);
    });
  }

  long nanoTime() {
    return clock.nanoTime();
  }
}
