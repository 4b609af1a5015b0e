// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.multipath.PathSnapshot;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.Body;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.Sessions;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that sends bodies to a {@link Mirror}, some at a time, and small calls besides, until
 * its standard input ends. Says a line for each body that came back, one when the packets of paths
 * have changed, and at last what became of all.
 */
final class Caller {
  /** Begins what is said of the payload of packets, of all paths that work, when that changes. */
  static final String SIZES = "sizes ";

  private static final int BODY_BYTES = 1 << 20;
  private static final int AT_A_TIME = 4;
  private static final long NEVER = Long.MIN_VALUE;

  private final RpcClient client;
  private final Clock clock = Clock.system();
  private final AtomicLong bodies = new AtomicLong();
  private final AtomicLong greetings = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong latestNanos = new AtomicLong(NEVER);
  private final AtomicLong longestGapNanos = new AtomicLong();
  private volatile boolean over;
  private String saidSizes = "";

  private Caller(RpcClient client) {
    this.client = client;
  }

  /** Takes the target. */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (RpcClient client = RpcClient.connect(args[0])) {
      new Caller(client).work();
    }
  }

  private void work() throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < AT_A_TIME; i++) {
      long seed = i;
      threads.add(Thread.ofPlatform().start(() -> repeat(new Bodies(seed)::send)));
    }
    threads.add(Thread.ofPlatform().start(() -> repeat(this::greet)));
    System.in.transferTo(OutputStream.nullOutputStream());
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    say("end bodies=" + bodies + " greetings=" + greetings + " failed=" + failed + " wrong=" + wrong
        + " gapMillis=" + TimeUnit.NANOSECONDS.toMillis(longestGapNanos.get()));
  }

  /** Goes on after a failure, so that the end says how many there were. */
  private void repeat(Runnable call) {
    while (!over) {
      try {
        call.run();
      } catch (RpcException e) {
        failed.incrementAndGet();
        say("failed " + e);
      }
    }
  }

  private void greet() {
    String name = Long.toString(greetings.incrementAndGet());
    check(client.call(Mirror.GREET, name).equals("hello " + name));
  }

  private void check(boolean right) {
    if (!right) {
      wrong.incrementAndGet();
    }
  }

  /** One after the other, each of bytes of its own. */
  private final class Bodies {
    private final Randomness randomness;
    private final byte[] bytes = new byte[BODY_BYTES];

    Bodies(long seed) {
      randomness = Randomness.seeded(seed);
    }

    void send() {
      randomness.nextBytes(bytes);
      try (Body request = client.allocate(BODY_BYTES)) {
        request.asByteBuffer().put(bytes);
        try (Body answer = client.call(Mirror.ECHO, request)) {
          check(answer.segment().mismatch(MemorySegment.ofArray(bytes)) < 0);
        }
      }
      arrived();
    }
  }

  private void arrived() {
    long nowNanos = clock.nanoTime();
    long beforeNanos = latestNanos.getAndSet(nowNanos);
    if (beforeNanos != NEVER) {
      longestGapNanos.accumulateAndGet(nowNanos - beforeNanos, Math::max);
    }
    say("body " + bodies.incrementAndGet());
    saySizes();
  }

  private synchronized void saySizes() {
    String now = sizes();
    if (!now.equals(saidSizes)) {
      saidSizes = now;
      say(now);
    }
  }

  private static String sizes() {
    return SIZES
        + Sessions.paths().stream()
            .map(LivePath::now)
            .filter(now -> now.state() == StrandState.GOOD)
            .map(PathSnapshot::mtuBytes)
            .distinct()
            .sorted()
            .toList();
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }
}
