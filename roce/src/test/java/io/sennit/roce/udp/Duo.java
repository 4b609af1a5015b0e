// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Two devices of this process and a connection over real sockets; one thread owns both sides. */
final class Duo implements AutoCloseable {
  private final Device nearDevice;
  private final Device farDevice;
  private final CompletionChannel nearChannel;
  private final CompletionChannel farChannel;
  private final Clock clock = Clock.system();
  final Side near;
  final Side far;
  QueuePair nearQueue;
  QueuePair farQueue;

  /** Opens both devices with the same options. */
  static Duo open(Map<String, String> options) throws RendezvousException {
    return new Duo(options, options);
  }

  Duo(Map<String, String> nearOptions, Map<String, String> farOptions) throws RendezvousException {
    nearDevice = new RoceProvider().open(nearOptions);
    farDevice = new RoceProvider().open(farOptions);
    nearChannel = nearDevice.createCompletionChannel();
    farChannel = farDevice.createCompletionChannel();
    try (Invitation invitation = nearDevice.invite(Side.DOMAIN, nearChannel)) {
      Acceptance acceptance =
          farDevice.accept(invitation.offer(), Side.DOMAIN, farChannel, Side.PATIENCE_NANOS);
      near = new Side(nearChannel, invitation.complete(acceptance.answer(), Side.PATIENCE_NANOS));
      far = new Side(farChannel, acceptance.domain());
    }
    nearQueue = near.queuePair(0, 1);
    farQueue = far.queuePair(0, 1);
    connect(nearQueue, farQueue);
  }

  static void connect(QueuePair one, QueuePair other) {
    one.connect(other.address());
    other.connect(one.address());
  }

  /** A request of near's on the same offset of both memories. */
  WorkRequest oneSided(Opcode opcode, long id, long offset, int length) {
    return near.oneSided(opcode, id, offset, length)
        .remote(far.memory.address() + offset, far.memory.remoteKey());
  }

  /** Polls both sides until it is so. */
  void until(String what, BooleanSupplier condition) {
    long startNanos = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      if (clock.nanoTime() - startNanos > Side.PATIENCE_NANOS) {
        throw new AssertionError("waited in vain: " + what);
      }
      far.poll();
    }
  }

  /** The next completion of near's, both sides polled meanwhile. */
  WorkCompletion next() {
    WorkCompletion[][] found = {{}};
    until("a completion", () -> {
      found[0] = near.poll();
      return found[0].length > 0;
    });
    return found[0][0];
  }

  /** Moves so many bytes by requests of one kind, many at a time, all of which must succeed. */
  void move(Opcode opcode, long bytes, int pieceBytes) {
    long posted = 0;
    long done = 0;
    int slots = Side.MEMORY_BYTES / pieceBytes;
    while (done < bytes) {
      while (posted < bytes && nearQueue.outstanding() < Side.DEPTH) {
        long offset = posted / pieceBytes % slots * pieceBytes;
        near.post(nearQueue, oneSided(opcode, posted, offset, pieceBytes));
        posted += pieceBytes;
      }
      WorkCompletion completion = next();
      assertEquals(done + " SUCCESS", completion.id() + " " + completion.status());
      done += pieceBytes;
    }
  }

  /** Fills a side's memory with bytes of a seed. */
  static void fill(Side side, long seed) {
    byte[] bytes = new byte[Side.MEMORY_BYTES];
    Randomness.seeded(seed).nextBytes(bytes);
    MemorySegment.copy(
        MemorySegment.ofArray(bytes), 0, side.memory.segment(), 0, Side.MEMORY_BYTES);
  }

  /** Where the memories differ; -1 if they do not. */
  long mismatch() {
    return near.memory.segment().mismatch(far.memory.segment());
  }

  @Override
  public void close() {
    until("near's domain closes", near.domain::close);
    until("far's domain closes", far.domain::close);
    nearChannel.close();
    farChannel.close();
    nearDevice.close();
    farDevice.close();
  }
}
