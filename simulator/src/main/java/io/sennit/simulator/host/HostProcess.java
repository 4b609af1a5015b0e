// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.session.Blocking;
import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.MemoryConfig;
import io.sennit.rpc.session.ProcessMemory;
import io.sennit.rpc.session.SessionBook;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionConnector;
import io.sennit.rpc.session.SessionServer;
import io.sennit.rpc.session.SteppedLoop;
import io.sennit.rpc.session.Surroundings;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Seeds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A process on a host: the production sessions with all that surrounds them, run by the host's loop
 * and by what stands for the other threads of a process. Confined to the world's thread.
 */
public final class HostProcess implements Agent, Blocking, Executor, SteppedLoop.Turner {
  private static final long NEVER = Scheduler.NEVER;
  private static final int MOST_LOOP_TASKS = 1 << 12;
  private static final int MOST_STEP_NANOS = 300_000;
  private static final long HAND_OVER_NANOS = 1_000;

  /** Fixed, so that a replay does not depend on the machine and heap it runs on. */
  private static final MemoryConfig MEMORY = new MemoryConfig(2L << 30, 16L << 30, 100);

  private final Host host;
  private final Map<String, Host> names;
  private final StreamFabric streams;
  private final Scheduler scheduler;
  private final Randomness random;
  private final StreamThread thread;
  private SteppedLoop loop;
  private final SessionBook book = new SessionBook();
  private final LoopGroup group;
  private final List<String> bugs = new ArrayList<>();
  private Passing passing = Passing.NOBODY;
  private boolean over;

  /**
   * Starts one; the host must have nothing else on it, or have been killed.
   *
   * @param names of all hosts, for whoever looks one up; may grow
   * @param life how many processes the host has had before
   */
  public HostProcess(Host host, Map<String, Host> names, StreamFabric streams, int life) {
    this(host, names, streams, life, Nics.ENGINES);
  }

  /**
   * Starts one whose devices are not the engine of its host.
   *
   * @param names of all hosts, for whoever looks one up; may grow
   * @param life how many processes the host has had before
   */
  public HostProcess(
      Host host, Map<String, Host> names, StreamFabric streams, int life, Nics nics) {
    this.host = host;
    this.names = names;
    this.streams = streams;
    scheduler = host.world().scheduler();
    Seeds seeds = host.world().seeds().child("host " + host.number()).child("process " + life);
    random = seeds.randomness("process");
    thread = new StreamThread(host, streams, seeds.randomness("threads"), this::onBug);
    loop = newLoop();
    Surroundings around = new Surroundings(
        thread,
        (device, channel) -> openLoop(),
        this,
        seeds.randomness("sessions"),
        book,
        new ProcessMemory(MEMORY));
    group = new LoopGroup(
        around, host.name(), List.of(new HostProvider(host, seeds.randomness("rendezvous"), nics)));
    if (life > 0) {
      host.restart();
    }
    host.add(this);
  }

  private SteppedLoop newLoop() {
    return new SteppedLoop(MOST_LOOP_TASKS, scheduler, this);
  }

  /** Another one, if the last device could not be opened: its loop was closed then. */
  private SteppedLoop openLoop() {
    if (loop.isClosed()) {
      loop = newLoop();
    }
    return loop;
  }

  public Host host() {
    return host;
  }

  /** What carries its sessions. */
  public LoopGroup group() {
    return group;
  }

  /** Listens for sessions at every address of the host. */
  public SessionServer serve(
      int port,
      SessionConfig config,
      StreamAcceptor door,
      Supplier<? extends SessionListener> listeners) {
    try {
      return SessionServer.listen(new InetSocketAddress(port), config, group, door, listeners);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins to open a session with whoever listens on a host. */
  public Connecting connect(Host server, int port, SessionConfig config, SessionListener listener) {
    return new SessionConnector(group, config).connect(server.name(), port, listener);
  }

  /** Ends it and everything on its host at once; the host tells those who are connected. */
  public void kill() {
    over = true;
    loop.vanish();
    thread.close();
    host.kill();
  }

  /** Whether it was killed. Nothing that belonged to it may be touched any more. */
  public boolean isOver() {
    return over;
  }

  /** Sessions that hold something. */
  public int liveSessions() {
    return book.live();
  }

  /** The paths of its sessions now. */
  public List<LivePath> paths() {
    return book.paths();
  }

  /** What was thrown that must not be; normally nothing. */
  public List<String> bugs() {
    return List.copyOf(bugs);
  }

  // What the host's loop runs.

  @Override
  public int poll(long nowNanos) {
    return loop.turn(nowNanos);
  }

  @Override
  public long nextTimerNanos() {
    return loop.nextTimerNanos();
  }

  @Override
  public boolean arm() {
    return loop.arm();
  }

  @Override
  public void wake() {
    host.wake();
  }

  @Override
  public void onBug(Object where, Throwable bug) {
    if (bug instanceof NoMemoryError) {
      return;
    }
    StackTraceElement[] trace = bug.getStackTrace();
    bugs.add(where + " threw " + bug + (trace.length == 0 ? "" : " at " + trace[0]));
  }

  // What may block, and takes a moment here.

  @Override
  public boolean run(Runnable step) {
    return later(step);
  }

  @Override
  public boolean lookUp(Runnable question) {
    return later(question);
  }

  private boolean later(Runnable step) {
    scheduler.after(1 + random.nextInt(MOST_STEP_NANOS), due -> whenBack(step), 0);
    return true;
  }

  /** Runs a task of its application, as another thread would that was idle. */
  @Override
  public void execute(Runnable task) {
    scheduler.after(HAND_OVER_NANOS, due -> whenBack(task), 0);
  }

  /**
   * Runs a task of its application at a moment, or when its host is back; not at all once it is
   * over.
   *
   * @param dueNanos if it has passed: now
   */
  public void at(long dueNanos, Runnable task) {
    scheduler.at(Math.clamp(dueNanos, scheduler.nanoTime(), NEVER - 1), due -> whenBack(task), 0);
  }

  private void whenBack(Runnable step) {
    if (host.awayUntilNanos() > scheduler.nanoTime()) {
      scheduler.at(host.awayUntilNanos(), due -> whenBack(step), 0);
    } else if (!over) {
      run("another thread of the process", step);
    }
  }

  private void run(Object where, Runnable step) {
    try {
      step.run();
    } catch (NoMemoryError none) {
      onBug(where, none);
    }
  }

  // How one waits: by letting time pass, where somebody may.

  /** Has waiting be done by somebody else than nobody. */
  public void waitBy(Passing newPassing) {
    passing = newPassing;
  }

  @Override
  public boolean mayPass() {
    return passing.mayPass();
  }

  @Override
  public void pass(BooleanSupplier until, long deadlineNanos) {
    passing.pass(until, deadlineNanos);
  }

  @Override
  public boolean await(CompletableFuture<?> future, long nanos) {
    long nowNanos = scheduler.nanoTime();
    passing.pass(future::isDone, nanos > NEVER - nowNanos ? NEVER : nowNanos + nanos);
    return future.isDone();
  }

  @Override
  public void limit(CompletableFuture<?> future, long nanos) {
    scheduler.after(
        nanos, due -> future.completeExceptionally(new TimeoutException("not done in time")), 0);
  }

  @Override
  public List<InetAddress> addresses(String name) throws UnknownHostException {
    Host found = names.get(name);
    if (found == null) {
      throw new UnknownHostException(name);
    }
    return streams.addressesOf(found);
  }

  /** Told by its group: it has ended. */
  @Override
  public void close() {
    over = true;
  }

  @Override
  public String toString() {
    return "a process on " + host;
  }
}
