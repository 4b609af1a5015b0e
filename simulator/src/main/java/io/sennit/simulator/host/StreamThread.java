// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What stands for the thread of a process that serves its byte streams: one task at a time, a
 * moment after it was given, and none while the host is away.
 */
final class StreamThread implements StreamHost {
  private static final int MOST_TASKS = 1 << 14;
  private static final int MOST_HOP_NANOS = 20_000;
  private static final long AGAIN_NANOS = 100_000_000;
  private static final int MOST_TRIES = 100;

  private final Host host;
  private final StreamFabric fabric;
  private final Scheduler scheduler;
  private final Randomness random;
  private final BiConsumer<Object, Throwable> bugs;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final Task turn = this::turn;
  private boolean scheduled;
  private boolean closed;

  /** @param bugs hears what tasks have thrown for want of memory */
  StreamThread(
      Host host, StreamFabric fabric, Randomness random, BiConsumer<Object, Throwable> bugs) {
    this.host = host;
    this.fabric = fabric;
    this.random = random;
    this.bugs = bugs;
    scheduler = host.world().scheduler();
  }

  Host host() {
    return host;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public boolean execute(Runnable task) {
    if (closed || tasks.size() == MOST_TASKS) {
      return false;
    }
    tasks.add(task);
    schedule();
    return true;
  }

  private void schedule() {
    if (!scheduled) {
      scheduled = true;
      scheduler.after(1 + random.nextInt(MOST_HOP_NANOS), turn, 0);
    }
  }

  private void turn(long due) {
    scheduled = false;
    if (host.awayUntilNanos() > scheduler.nanoTime()) {
      scheduled = true;
      scheduler.at(host.awayUntilNanos(), turn, 0);
      return;
    }
    for (int left = tasks.size(); left > 0 && !closed; left--) {
      run(tasks.remove());
    }
    if (!closed && !tasks.isEmpty()) {
      schedule();
    }
  }

  /** As production's thread, which outlives what its tasks throw. */
  private void run(Runnable task) {
    try {
      task.run();
    } catch (NoMemoryError none) {
      caught(none);
    }
  }

  void caught(NoMemoryError none) {
    bugs.accept("the thread of streams", none);
  }

  @Override
  public Handle at(long dueNanos, Runnable task) {
    Timer timer = new Timer(task);
    timer.start(dueNanos);
    return timer;
  }

  /** Run again, as in production, if there was no memory for it. */
  private final class Timer implements Handle {
    private final Runnable task;
    private int tries;
    private boolean cancelled;

    private Timer(Runnable task) {
      this.task = task;
    }

    private void start(long dueNanos) {
      scheduler.at(Math.max(dueNanos, scheduler.nanoTime()), due -> execute(this::run), 0);
    }

    private void run() {
      if (cancelled) {
        return;
      }
      try {
        task.run();
      } catch (NoMemoryError none) {
        caught(none);
        tries++;
        if (tries < MOST_TRIES) {
          start(scheduler.nanoTime() + AGAIN_NANOS);
        }
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Override
  public Listening listen(InetSocketAddress address, Consumer<ByteStream> onStream)
      throws IOException {
    return fabric.listen(this, address, onStream);
  }

  @Override
  public Handle connect(Way way, ConnectHandler handler) throws IOException {
    return fabric.connect(this, way, handler);
  }

  @Override
  public List<InetAddress> localAddresses() {
    return fabric.addressesOf(host);
  }

  @Override
  public Clock clock() {
    return scheduler;
  }

  @Override
  public void close() {
    closed = true;
    tasks.clear();
    fabric.leave(this);
  }
}
