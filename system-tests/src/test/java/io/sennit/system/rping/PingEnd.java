// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.rping;

import io.sennit.base.Clock;
import io.sennit.roce.cm.CmConnection;
import io.sennit.roce.cm.CmEnd;
import io.sennit.roce.cm.CmEndpoint;
import io.sennit.roce.cm.CmHandler;
import io.sennit.roce.foreign.ForeignEndpoint;
import io.sennit.roce.foreign.ForeignQueuePair;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One end of a connection: a queue pair, memory for its messages and for the pings. */
final class PingEnd implements CmHandler, AutoCloseable {
  static final int MOST_PING_BYTES = 1 << 20;
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int DEPTH = 16;
  private static final int RECEIVES = 4;

  /** To get rid of a few messages. */
  private static final int MOST_TURNS = 100;

  private static final int RECEIVES_AT = 64;
  private static final int PINGS_AT = 4096;
  private static final int MEMORY_BYTES = PINGS_AT + 2 * MOST_PING_BYTES;

  /** Where the bytes lie that the peer reads. */
  static final int SOURCE_AT = PINGS_AT;

  /** Where the bytes lie that come back, or were read. */
  static final int SINK_AT = PINGS_AT + MOST_PING_BYTES;

  private final ForeignEndpoint endpoint;
  private final ProtectionDomain domain;
  private final CompletionQueue completions;
  private final SharedReceiveQueue receives;
  private final MemoryRegion memory;
  private final QueuePair queuePair;
  private final WorkRequest request = new WorkRequest();
  private final WorkCompletion[] polled = {new WorkCompletion()};
  private final Clock clock = Clock.system();
  private boolean established;
  private @Nullable CmEnd end;

  PingEnd(ForeignEndpoint endpoint, IpAddress peer) {
    this.endpoint = endpoint;
    domain = endpoint.createDomain(new DomainConfig(2L * MEMORY_BYTES, 1), peer);
    completions = domain.createCompletionQueue(4 * DEPTH);
    receives = domain.createSharedReceiveQueue(RECEIVES);
    memory = domain.allocate(MEMORY_BYTES, EnumSet.allOf(Access.class));
    queuePair = domain.createQueuePair(
        new QueuePairConfig(endpoint.path(), completions, completions, receives, DEPTH));
    for (int slot = 0; slot < RECEIVES; slot++) {
      postReceive(slot);
    }
  }

  private void postReceive(long slot) {
    PostStatus status = receives.post(slot, memory, receiveAt(slot), Advertisement.BYTES);
    check(status == PostStatus.POSTED, "a receive: " + status);
  }

  private static long receiveAt(long slot) {
    return RECEIVES_AT + slot * Advertisement.BYTES;
  }

  static void check(boolean right, String otherwise) {
    if (!right) {
      throw new IllegalStateException(otherwise);
    }
  }

  ForeignQueuePair queuePair() {
    return new ForeignQueuePair(endpoint, queuePair, 1);
  }

  MemoryRegion memory() {
    return memory;
  }

  @Override
  public void established(CmConnection connection) {
    established = true;
  }

  @Override
  public void ended(CmConnection connection, CmEnd how) {
    end = how;
  }

  /** How it ended; null while it has not. */
  @Nullable
  CmEnd end() {
    return end;
  }

  void awaitEstablished() {
    await("the connection", () -> established || end != null);
    check(established, "no connection: " + end);
  }

  void awaitEnd() {
    await("the end of the connection", () -> end != null);
  }

  private void await(String what, BooleanSupplier so) {
    long startNanos = clock.nanoTime();
    while (!so.getAsBoolean()) {
      check(clock.nanoTime() - startNanos < PATIENCE_NANOS, what + " does not come");
      endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  /** Ends all connections, so that the peers are told. */
  static void leave(ForeignEndpoint endpoint, CmEndpoint manager) {
    manager.farewell();
    for (int turn = 0; turn < MOST_TURNS && endpoint.engine().hasWork(); turn++) {
      endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(1));
    }
    manager.close();
  }

  /** Tells the peer of bytes of this side. */
  void advertise(long offset, int bytes) {
    new Advertisement(memory.address() + offset, memory.remoteKey(), bytes)
        .write(memory.segment(), 0);
    post(request.reset(Opcode.SEND, 0).local(memory, 0, Advertisement.BYTES));
  }

  /** Reads what the peer has told of, or writes over it, and waits until that is done. */
  void move(Opcode opcode, Advertisement of, int bytes) {
    check(bytes >= 0 && bytes <= MOST_PING_BYTES, "a ping of " + bytes + " bytes");
    post(request
        .reset(opcode, 0)
        .local(memory, SINK_AT, bytes)
        .remote(of.address(), of.remoteKey()));
    WorkCompletion done = next();
    while (done != null && done.opcode() == Opcode.SEND) {
      done = next();
    }
    check(done != null && done.opcode() == opcode, opcode + " does not complete");
  }

  private void post(WorkRequest filled) {
    PostStatus status = queuePair.post(filled);
    check(status == PostStatus.POSTED, filled.opcode() + ": " + status);
  }

  /** The next message of the peer; null if the connection has ended instead. */
  @Nullable
  Advertisement received() {
    WorkCompletion next = next();
    while (next != null && next.opcode() != Opcode.RECEIVE) {
      next = next();
    }
    if (next == null) {
      return null;
    }
    check(next.byteLength() == Advertisement.BYTES, next.byteLength() + " bytes came");
    Advertisement read = Advertisement.read(memory.segment(), receiveAt(next.id()));
    postReceive(next.id());
    return read;
  }

  /** The next completion, which must be a success; null if the connection has ended instead. */
  private @Nullable WorkCompletion next() {
    long startNanos = clock.nanoTime();
    while (completions.poll(polled) == 0) {
      if (end != null) {
        return null;
      }
      check(clock.nanoTime() - startNanos < PATIENCE_NANOS, "no completion");
      if (completions.arm()) {
        endpoint.channel().await(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
    CompletionStatus status = polled[0].status();
    check(status == CompletionStatus.SUCCESS, polled[0].opcode() + " ended: " + status);
    return polled[0];
  }

  @Override
  public void close() {
    long startNanos = clock.nanoTime();
    while (!domain.close() && clock.nanoTime() - startNanos < PATIENCE_NANOS) {
      completions.poll(new WorkCompletion[0]);
    }
  }
}
