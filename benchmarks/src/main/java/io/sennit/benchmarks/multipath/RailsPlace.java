// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Namespace;
import io.sennit.benchmarks.harness.Place;
import io.sennit.benchmarks.harness.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two hosts with routes between them, to the first of which things happen. */
final class RailsPlace implements Place {
  /** Ends the name of a program whose TCP sockets are to be those of MPTCP. */
  static final String MPTCP = "-mptcp";

  private static final Logger LOG = LoggerFactory.getLogger(RailsPlace.class);

  private final Fabric fabric;
  private CountDownLatch over = new CountDownLatch(0);
  private @Nullable FutureTask<?> events;
  private List<Long> bytesBefore = List.of();

  RailsPlace(Layout layout) {
    fabric = layout.lay();
    fabric.allowMptcp();
  }

  @Override
  public List<String> prefix(String program, Role role) {
    Namespace host = role == Role.NEAR ? fabric.near() : fabric.far();
    List<String> prefix = new ArrayList<>(host.prefix());
    if (program.endsWith(MPTCP)) {
      prefix.addAll(List.of("mptcpize", "run"));
    }
    return prefix;
  }

  @Override
  public void begin(String workload, long nanos) {
    CountDownLatch end = new CountDownLatch(1);
    over = end;
    bytesBefore = bytes();
    FutureTask<?> task = new FutureTask<>(() -> play(workload, nanos, end), null);
    Thread.ofPlatform().daemon().name("events").start(task);
    events = task;
  }

  private List<Long> bytes() {
    return LOG.isInfoEnabled() ? fabric.routeBytes() : List.of();
  }

  private void play(String workload, long nanos, CountDownLatch end) {
    Incidents route = new Incidents(fabric);
    try {
      try {
        play(Scenario.valueOf(workload), nanos, route, end);
      } finally {
        route.end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void play(Scenario scenario, long nanos, Incidents route, CountDownLatch end)
      throws InterruptedException {
    double soFar = 0;
    for (Scenario.Event event : scenario.events()) {
      if (end.await((long) ((event.share() - soFar) * nanos), TimeUnit.NANOSECONDS)) {
        return;
      }
      event.what().to(route);
      soFar = event.share();
    }
    // Not later: what is under way then has to arrive before the near end can say how it was.
    boolean early = end.await((long) ((1 - soFar) * nanos), TimeUnit.NANOSECONDS);
    LOG.debug("the round ended {}", early ? "early" : "in time");
  }

  @Override
  public void end() {
    over.countDown();
    join();
    List<Long> after = bytes();
    for (int i = 0; i < after.size(); i++) {
      LOG.info("route {} carried {} bytes", i, after.get(i) - bytesBefore.get(i));
    }
  }

  /** Figures of a round in which something else happened than it is said to are worth nothing. */
  private void join() {
    try {
      if (events != null) {
        events.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("what was to happen to a route did not: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    fabric.close();
  }
}
