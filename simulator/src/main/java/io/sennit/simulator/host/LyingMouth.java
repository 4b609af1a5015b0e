// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.multipath.BraidConfig;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.TraceEvent;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;

/**
 * What one side of a session says: mostly its frames, now and then a lie instead of one, before or
 * behind it. Whoever posted the frame knows nothing of that: lies have memory and ids of their own,
 * and their completions are kept from it.
 */
final class LyingMouth {
  /** Requests beyond those that a queue pair was made for. */
  static final int SPARE_REQUESTS = 16;

  private static final int FRAME_BYTES = BraidConfig.defaults().slotBytes();
  private static final int FRAMES = 64;
  static final long MEMORY_BYTES = (long) FRAME_BYTES * FRAMES;

  /** No id of the braid's begins so. */
  private static final long LIES = 0x7e00_0000_0000_0000L;

  private static final int MOST_DELAY_NANOS = 20_000_000;

  /** How it was told: 0 before, 1 behind, 2 instead and the truth later, 3 later, 4 instead. */
  private static final TraceEvent LIE = TraceEvent.of("lie", "host", "how", "bytes");

  private final Liar liar;
  private final Host host;
  private final Randomness random;
  private final Scheduler scheduler;
  private final Lies lies;
  private final MemoryRegion memory;
  private final WorkRequest request = new WorkRequest();
  private long told;

  LyingMouth(Liar liar, ProtectionDomain domain, Host host) {
    this.liar = liar;
    this.host = host;
    scheduler = host.world().scheduler();
    random = liar.random();
    lies = new Lies(random, FRAME_BYTES);
    memory = domain.allocate(MEMORY_BYTES, Set.of());
  }

  /** Whether a completion is of a lie. */
  static boolean isLie(long id) {
    return id >>> 56 == LIES >>> 56;
  }

  PostStatus say(QueuePair by, WorkRequest frame) {
    byte[] truth = read(frame);
    lies.hear(truth);
    if (!liar.liesNow()) {
      return by.post(frame);
    }
    byte[] lie = lies.insteadOf(truth);
    int how = random.nextInt(5);
    host.world().trace().add(LIE, host.number(), how, lie.length);
    return switch (how) {
      case 0 -> {
        tell(by, lie);
        yield by.post(frame);
      }
      case 1 -> {
        PostStatus posted = by.post(frame);
        tell(by, lie);
        yield posted;
      }
      case 2 -> {
        later(by, truth);
        yield by.post(send(frame.id(), lie));
      }
      case 3 -> {
        later(by, lie);
        yield by.post(frame);
      }
      default -> by.post(send(frame.id(), lie));
    };
  }

  private static byte[] read(WorkRequest frame) {
    MemoryRegion region = frame.localRegion();
    if (region == null) {
      throw new IllegalStateException("a frame without bytes");
    }
    return region
        .segment()
        .asSlice(frame.localOffset(), frame.length())
        .toArray(ValueLayout.JAVA_BYTE);
  }

  private void later(QueuePair by, byte[] lie) {
    scheduler.after(1 + random.nextInt(MOST_DELAY_NANOS), due -> tell(by, lie), 0);
  }

  private void tell(QueuePair by, byte[] lie) {
    if (by.state() == QueuePairState.READY_TO_SEND) {
      by.post(send(LIES | told, lie));
    }
  }

  /** In the memory of a lie of long ago, which may not have left yet: then it is another one. */
  private WorkRequest send(long id, byte[] lie) {
    long at = told++ % FRAMES * FRAME_BYTES;
    MemorySegment.copy(lie, 0, memory.segment(), ValueLayout.JAVA_BYTE, at, lie.length);
    return request.reset(Opcode.SEND, id).local(memory, at, lie.length);
  }
}
