// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a thread that the process cannot live without: whatever is thrown there ends up here, is
 * counted, told when it can be, and the thread goes on; or the process ends at once, if the system
 * property {@link #PROPERTY} says {@code exit}. Also tells whether the thread turns.
 *
 * <p>What is caught may be an {@link OutOfMemoryError}: {@link #caught} allocates nothing that it
 * needs and never throws. A line that could not be written is written by a later {@link #turned}.
 * The JVM itself allocates when code first names a class or a method, so all of this is rehearsed.
 *
 * <p>{@link #caught} and the accessors are safe from any thread, {@link #live} belongs to the
 * thread itself, {@link #turned} to whoever runs the work at the time. Whoever made it closes it.
 */
public final class LastResort implements AutoCloseable {
  /** {@code serve}, the default, or {@code exit}. */
  public static final String PROPERTY = "sennit.onFatal";

  /** Of a process that {@code exit} has ended: an internal software error, as sysexits.h has it. */
  public static final int EXIT_STATUS = 70;

  /** A thread that was woken and has not turned for so long does not turn. */
  public static final long STALL_NANOS = 5_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);
  private static final long LINE_PAUSE_NANOS = 1_000_000_000;
  private static final long RESTART_PAUSE_NANOS = 1_000_000;
  private static final long PERSIST_NANOS = 60_000_000_000L;
  private static final long PERSIST_PAUSE_NANOS = 10_000_000;
  private static final boolean EXITS = "exit".equalsIgnoreCase(System.getProperty(PROPERTY));
  private static final AtomicBoolean ENDING = new AtomicBoolean();
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);
  private static final List<LastResort> OPEN = new CopyOnWriteArrayList<>();

  private final String thread;
  private final @Nullable Runnable wake;
  private final byte[] outOfMemory;
  private final byte[] otherError;
  private final LineThrottle lines = new LineThrottle(LINE_PAUSE_NANOS);
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong turnNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong caught = new AtomicLong();
  private final AtomicLong restarts = new AtomicLong();
  private volatile @Nullable Throwable untold;
  private long askedTurns = -1;
  private long askedNanos;

  static {
    prepareEnd();
    rehearse();
  }

  /** What a thread does; returns when the thread is to end. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * How a thread is.
   *
   * @param thread its name
   * @param turning whether it has turned since it was last woken, or was woken a moment ago
   * @param turns so far
   * @param sinceTurnNanos since the last one; a thread without work may sleep for a minute
   * @param caught how often something was thrown that reached the last resort
   * @param restarts how often the thread's whole work was begun again
   */
  public record Report(
      String thread,
      boolean turning,
      long turns,
      long sinceTurnNanos,
      long caught,
      long restarts) {}

  /** One for a thread that cannot be woken, so that nobody can tell whether it only sleeps. */
  public LastResort(String thread) {
    this(thread, null);
  }

  /**
   * One for a thread.
   *
   * @param thread its name, for messages
   * @param wake has the thread turn soon; safe from any thread
   */
  public LastResort(String thread, @Nullable Runnable wake) {
    this.thread = thread;
    this.wake = wake;
    outOfMemory = sentence(thread, "the JVM is out of memory (OutOfMemoryError)");
    otherError = sentence(thread, "an Error was thrown");
    OPEN.add(this);
  }

  /** Made before it is needed, since there may be no memory for it then. */
  private static byte[] sentence(String thread, String what) {
    String text = "sennit: " + what + " in thread " + thread + ", and -D" + PROPERTY
        + "=exit ends the process with status " + EXIT_STATUS + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** How all threads are that have a last resort. */
  public static List<Report> reports() {
    long nowNanos = System.nanoTime();
    return OPEN.stream().map(each -> each.report(nowNanos)).toList();
  }

  /** Starts the thread; one that cannot be started is not reported. */
  public void start(Thread toLive) {
    boolean started = false;
    try {
      toLive.start();
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  /** Runs the thread's work until it returns; begins it again after whatever it throws. */
  public void live(Work work) {
    while (true) {
      try {
        work.run();
        return;
      } catch (Throwable thrown) {
        survive(thrown);
      }
    }
  }

  private void survive(Throwable thrown) {
    try {
      restarts.incrementAndGet();
      caught(thrown);
      pause();
    } catch (Throwable again) {
      // The work begins again without a pause.
    }
  }

  /**
   * Runs {@link #live} into an error once, so that the JVM resolves and initializes every class
   * that it names: doing so allocates, and would fail when the heap is full.
   */
  private static void rehearse() {
    try (LastResort dry = new LastResort("rehearsal")) {
      var _ = dry.lines.ask(System.nanoTime()); // So that nothing is written.
      dry.live(() -> {
        if (dry.restartCount() == 0) {
          throw new IllegalStateException("rehearsal");
        }
      });
    }
  }

  /**
   * Waits a moment for memory, before what others wait for is tried again; for a minute at most.
   *
   * @param startNanos when it was first tried, of {@link #nanoTime}
   * @throws OutOfMemoryError the one given, if the minute is over
   */
  public static void awaitMemory(long startNanos, OutOfMemoryError none) {
    if (System.nanoTime() - startNanos > PERSIST_NANOS) {
      throw none;
    }
    LockSupport.parkNanos(PERSIST_PAUSE_NANOS);
  }

  /** The machine's monotonic clock. */
  public static long nanoTime() {
    return System.nanoTime();
  }

  /** Lets others have the processor, who may give memory back. */
  public void pause() {
    LockSupport.parkNanos(RESTART_PAUSE_NANOS);
  }

  /** Something was thrown that nobody expected; returns if the process goes on. */
  public void caught(Throwable thrown) {
    caught.incrementAndGet();
    try {
      if (EXITS && thrown instanceof Error) {
        end(thrown instanceof OutOfMemoryError ? outOfMemory : otherError);
      }
    } catch (Throwable again) {
      // The next one tries again.
    }
    untold = thrown;
    tell();
  }

  private static void end(byte[] sentence) {
    try {
      if (!ENDING.getAndSet(true)) {
        STDERR.write(sentence);
      }
    } catch (Throwable nobodyReads) {
      // The status says it too.
    }
    Runtime.getRuntime().halt(EXIT_STATUS);
  }

  /**
   * The JDK makes what ends a process when it is first needed, for a halt as for SIGTERM; if there
   * is no memory for it then, neither ends the process any more, not even later.
   */
  private static void prepareEnd() {
    Thread hook = Thread.ofPlatform().unstarted(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // Then it is there.
    }
  }

  private void tell() {
    try {
      Throwable thrown = untold;
      long heldBack = thrown == null ? LineThrottle.HELD_BACK : lines.ask(System.nanoTime());
      if (heldBack != LineThrottle.HELD_BACK) {
        LOG.error(
            "{} caught what must not be thrown there; {} such lines were held back",
            thread,
            heldBack,
            thrown);
        untold = null;
      }
    } catch (Throwable again) {
      // Told later, by a turn.
    }
  }

  /** The thread's work has turned once more. */
  public void turned(long nowNanos) {
    turns.lazySet(turns.getPlain() + 1);
    turnNanos.lazySet(nowNanos);
    if (untold != null) {
      tell();
    }
  }

  /**
   * Whether the thread turns. Wakes it, so that one which sleeps shows that it is there: the answer
   * is that of the last call, at first that it turns. So it is for a thread that cannot be woken.
   */
  public synchronized boolean isTurning(long nowNanos) {
    if (wake == null) {
      return true;
    }
    long seen = turns.get();
    if (seen != askedTurns) {
      askedTurns = seen;
      askedNanos = nowNanos;
    }
    wake.run();
    return nowNanos - askedNanos < STALL_NANOS;
  }

  private Report report(long nowNanos) {
    boolean turning = isTurning(nowNanos);
    return new Report(
        thread,
        turning,
        turns.get(),
        Math.max(0, nowNanos - turnNanos.get()),
        caught.get(),
        restarts.get());
  }

  /** How often something was caught. */
  public long caughtCount() {
    return caught.get();
  }

  /** How often the whole work was begun again. */
  public long restartCount() {
    return restarts.get();
  }

  /** The thread has ended in order: it is not reported any more. */
  @Override
  public void close() {
    OPEN.remove(this);
  }
}
