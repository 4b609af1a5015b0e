// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * One direction of a byte stream. What is sent arrives in order and complete, cut and joined at
 * random; it waits while the way is closed, and is tried ever less often.
 */
final class Pipe {
  /** What a segment says. */
  enum Kind {
    CONNECTED,
    BYTES,
    END,
    RESET
  }

  /** One segment; its bytes are never changed. */
  static final class Segment {
    private final Kind kind;
    private final byte[] bytes;
    private final long dueNanos;

    Segment(Kind kind, byte[] bytes, long dueNanos) {
      this.kind = kind;
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }

    Kind kind() {
      return kind;
    }

    byte[] bytes() {
      return bytes;
    }

    long dueNanos() {
      return dueNanos;
    }
  }

  private static final byte[] NOTHING = {};
  private static final int MOST_SEGMENT_BYTES = 1_400;
  private static final int FEW_BYTES = 9;
  private static final long FIRST_RETRY_NANOS = 200_000_000;
  private static final long LONGEST_RETRY_NANOS = 3_200_000_000L;

  private final Scheduler scheduler;
  private final Randomness random;
  private final Route route;
  private final Consumer<Segment> target;
  private final ArrayDeque<Segment> underWay = new ArrayDeque<>();
  private final Task arrival = this::arrive;
  private long lastDueNanos;
  private long arrivals;
  private long retryNanos = FIRST_RETRY_NANOS;
  private long nanosPerByte;
  private int waitingBytes;
  private boolean scheduled;
  private boolean silent;

  Pipe(Scheduler scheduler, Randomness random, Route route, Consumer<Segment> target) {
    this.scheduler = scheduler;
    this.random = random;
    this.route = route;
    this.target = target;
  }

  /** Bytes that have not arrived. */
  int waitingBytes() {
    return waitingBytes;
  }

  /** Swallows everything, so that nobody sees it, or brings it after all. */
  void silence(boolean newSilent) {
    silent = newSilent;
    schedule();
  }

  /** Sets how long each byte takes that has not started yet. */
  void slow(long newNanosPerByte) {
    nanosPerByte = newNanosPerByte;
    if (scheduled && newNanosPerByte == 0) {
      scheduled = false;
      schedule();
    }
  }

  void send(byte[] bytes) {
    int from = 0;
    while (from < bytes.length) {
      int length = pieceBytes(bytes.length - from);
      add(Kind.BYTES, Arrays.copyOfRange(bytes, from, from + length));
      from += length;
    }
    schedule();
  }

  private int pieceBytes(int left) {
    int most = Math.min(left, MOST_SEGMENT_BYTES);
    return switch (random.nextInt(4)) {
      case 0 -> 1 + random.nextInt(Math.min(most, FEW_BYTES));
      case 1 -> 1 + random.nextInt(most);
      default -> most;
    };
  }

  void send(Kind kind) {
    add(kind, NOTHING);
    schedule();
  }

  private void add(Kind kind, byte[] bytes) {
    long earliest = scheduler.nanoTime() + route.delayNanos(random);
    lastDueNanos = Math.max(lastDueNanos, earliest);
    waitingBytes += bytes.length;
    underWay.add(new Segment(kind, bytes, lastDueNanos));
  }

  private void schedule() {
    Segment first = underWay.peek();
    if (first != null && !scheduled && !silent) {
      scheduled = true;
      long beginsNanos = Math.max(first.dueNanos(), scheduler.nanoTime());
      scheduler.at(beginsNanos + first.bytes().length * nanosPerByte, arrival, ++arrivals);
    }
  }

  /** @param number of the arrival; an earlier one has been scheduled anew */
  private void arrive(long number) {
    if (number != arrivals) {
      return;
    }
    scheduled = false;
    if (silent) {
      return;
    }
    if (!route.passes(random)) {
      scheduled = true;
      scheduler.after(retryNanos, arrival, ++arrivals);
      retryNanos = Math.min(2 * retryNanos, LONGEST_RETRY_NANOS);
      return;
    }
    retryNanos = FIRST_RETRY_NANOS;
    Segment first = joined(underWay.remove());
    waitingBytes -= first.bytes().length;
    target.accept(first);
    schedule();
  }

  /** Now and then what has come meanwhile is read together. */
  private Segment joined(Segment first) {
    ByteArrayOutputStream more = new ByteArrayOutputStream();
    more.writeBytes(first.bytes());
    Segment next = underWay.peek();
    while (first.kind() == Kind.BYTES
        && nanosPerByte == 0
        && next != null
        && next.kind() == Kind.BYTES
        && next.dueNanos() <= scheduler.nanoTime()
        && random.nextBoolean()) {
      more.writeBytes(underWay.remove().bytes());
      next = underWay.peek();
    }
    return new Segment(first.kind(), more.toByteArray(), first.dueNanos());
  }
}
