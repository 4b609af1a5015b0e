// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.sennit.base.Clock;
import io.sennit.examples.blobs.BlobsClient;
import io.sennit.examples.blobs.Progress;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One carrier's part of the demo: a server process, small calls one after the other, then the file
 * there and back. Nothing is tried twice: what fails counts as failed. Confined to one thread.
 */
final class DemoRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoRun.class);
  private static final String NAME = "file";

  /**
   * The files are compared afterwards, so that hashing is not timed; a busy machine is no fault.
   */
  private static final BlobsClient.Options OPTIONS = new BlobsClient.Options(false, 30, 30);

  private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int CLOSE_SECONDS = 3;

  /** Calls may fail a little before the end of the process can be seen. */
  private static final Duration DYING = Duration.ofMillis(500);

  private static final long REBUILD_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** What moves, what looks on. */
  record Plan(Path file, int smallCalls, Watcher watcher) {}

  private final Carrier carrier;
  private final Plan plan;
  private final Path served;
  private final Path back;
  private final ServerProcess server;
  private final ManagedChannel channel;
  private final BlobsClient client;
  private final Clock clock = Clock.system();
  private final PathHistory history = new PathHistory();
  private final Sampler sampler;
  private final Histogram latencyNanos = new Histogram(HIGHEST_NANOS, 3);
  private long calls;
  private long failedCalls;
  private long callNanos;
  private long transferNanos;
  private final List<Timeline.Span> transfers = new ArrayList<>();
  private List<Long> deliveryNanos = List.of();
  private volatile @Nullable PathCut cut;

  /**
   * Starts the server and connects.
   *
   * @param directory empty, for what both sides write; stays the caller's
   */
  DemoRun(Carrier carrier, Plan plan, Path directory) throws IOException, InterruptedException {
    this.carrier = carrier;
    this.plan = plan;
    served = Files.createDirectories(directory.resolve(carrier.name()).resolve("served"));
    back = served.resolveSibling("back");
    Files.writeString(served.resolve("small"), "small");
    server =
        ServerProcess.start(carrier, served, sample -> history.add(PathHistory.End.SERVER, sample));
    channel = carrier.connect(server.port()).disableRetry().build();
    client = new BlobsClient(channel, OPTIONS);
    sampler = new Sampler(carrier, clock, this::sampled);
  }

  Carrier carrier() {
    return carrier;
  }

  PathHistory history() {
    return history;
  }

  /** Makes some of the small calls; those of a warm-up are counted, but not timed. */
  void smallCalls(int count, boolean warmUp) throws InterruptedException {
    for (int call = 0; call < count; call++) {
      long nanos = timed(() -> client.stat("small").getSizeBytes());
      callNanos += nanos;
      if (!warmUp) {
        latencyNanos.recordValue(Math.min(HIGHEST_NANOS, nanos));
      }
      plan.watcher.progress(this, Watcher.Phase.CALLS, calls, plan.smallCalls, callNanos);
    }
  }

  void put() throws InterruptedException {
    put((_, _) -> {});
  }

  /**
   * Puts the file while one path is cut; the path is given time to be rebuilt, which is not timed.
   */
  void putWhileCut(PathCut newCut) throws InterruptedException {
    cut = newCut;
    put(newCut::progress);
    if (!newCut.awaitRebuilt(REBUILD_NANOS)) {
      LOG.warn("{} was not rebuilt within {} ns", newCut.label(), REBUILD_NANOS);
    }
  }

  private void put(Progress besides) throws InterruptedException {
    Progress watched = watched(Watcher.Phase.PUT);
    transfer(() -> client.put(plan.file, NAME, (done, total) -> {
      watched.moved(done, total);
      besides.moved(done, total);
    }));
  }

  void get() throws InterruptedException {
    transfer(() -> client.get(NAME, back, watched(Watcher.Phase.GET)));
  }

  private void transfer(Attempt attempt) throws InterruptedException {
    long startNanos = clock.nanoTime();
    long tookNanos = timed(attempt);
    transferNanos += tookNanos;
    transfers.add(new Timeline.Span(startNanos, startNanos + tookNanos));
  }

  /** Ends both sides in good order. */
  Figures finish() throws IOException, InterruptedException {
    Traffic own = carrier.traffic();
    ServerReport report = server.stop();
    deliveryNanos = report.deliveryNanos();
    boolean equal = Sha256Files.equal(plan.file, served.resolve(NAME), back);
    return figures(own.plus(report.traffic()), report.executions(), equal);
  }

  /** The transfers, one behind the other. */
  Timeline timeline() {
    return Timeline.of(history, transfers);
  }

  /** What the cut did; only after {@link #finish} of a run that had one. */
  CutFigures cutFigures() {
    PathCut done = Objects.requireNonNull(cut, "no path was cut in this run");
    long startNanos = transfers.getFirst().fromNanos();
    return new CutFigures(
        done.label(),
        (done.cutNanos() - startNanos) / 1e9,
        (Math.min(done.backNanos(), transfers.getFirst().toNanos()) - startNanos) / 1e9,
        (done.backNanos() - done.cutNanos()) / 1e6,
        Stall.millis(deliveryNanos, done.cutNanos()),
        done.bytesSinceRebuilt());
  }

  private void sampled(Sample sample) {
    history.add(PathHistory.End.CLIENT, sample);
    PathCut watching = cut;
    if (watching != null) {
      watching.seen(sample);
    }
  }

  @Override
  public void close() {
    sampler.close();
    channel.shutdown();
    try {
      if (!channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
    server.close();
  }

  private Progress watched(Watcher.Phase phase) {
    long startNanos = clock.nanoTime();
    return (done, total) ->
        plan.watcher.progress(this, phase, done, total, clock.nanoTime() - startNanos);
  }

  /** One call of the client. */
  private interface Attempt {
    long run() throws IOException, StatusException, InterruptedException, TimeoutException;
  }

  private long timed(Attempt attempt) throws InterruptedException {
    calls++;
    long startNanos = clock.nanoTime();
    try {
      attempt.run();
    } catch (IOException | StatusException | StatusRuntimeException | TimeoutException e) {
      long nanos = clock.nanoTime() - startNanos;
      failed(e);
      return nanos;
    }
    return clock.nanoTime() - startNanos;
  }

  /** Only the first is logged: those behind it often have the same cause, and there may be many. */
  private void failed(Exception reason) throws InterruptedException {
    boolean first = failedCalls++ == 0;
    Optional<CommandException> end = server.end(first ? DYING : Duration.ZERO);
    if (end.isPresent()) {
      throw end.get();
    }
    if (first) {
      LOG.error("a call over {} failed: {}", carrier.name(), reason.toString());
    }
    LOG.debug("a call over {} failed", carrier.name(), reason);
  }

  private Figures figures(Traffic traffic, long executions, boolean equal) throws IOException {
    long bytes = 2 * Files.size(plan.file);
    return new Figures(
        carrier.name(),
        calls,
        failedCalls,
        executions,
        bytes,
        traffic.bytesBy(),
        equal,
        (long) (bytes / (transferNanos / 1e9)),
        new Figures.Percentiles(micros(50), micros(99)),
        traffic.shares());
  }

  private double micros(double percentile) {
    return Math.round(latencyNanos.getValueAtPercentile(percentile) / 100.0) / 10.0;
  }
}
