// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static io.sennit.examples.fabric.TwoHosts.HAND_OVER;
import static io.sennit.examples.fabric.TwoHosts.REQUEST;
import static io.sennit.examples.fabric.TwoHosts.ROUND_TRIP;
import static io.sennit.examples.fabric.TwoHosts.assertBetween;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.sennit.examples.blobs.v1.StatResponse;
import io.sennit.simulator.api.Link;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** gRPC's deadlines on a fabric: exact in virtual time, at both ends. */
final class GrpcDeadlinesOnAFabricTest {
  private final TwoHosts hosts = new TwoHosts(UnaryOperator.identity());

  @BeforeEach
  void warm() throws IOException {
    hosts.warm().answering((call, observer) -> {});
  }

  @AfterEach
  void close() {
    hosts.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {777, 500_000, 3_600_000_000L})
  void aDeadlineIsExact(long micros) {
    Duration most = Duration.ofNanos(1_000 * micros);
    Duration begin = hosts.fabric.now();
    Deadline deadline = Deadline.after(micros, MICROSECONDS, hosts.ticker);
    var answer = hosts.stub().withDeadline(deadline).stat(REQUEST);
    hosts.fabric.advance(most);
    assertFalse(answer.isDone(), "before its time");
    hosts.fabric.advance(HAND_OVER);
    assertTrue(answer.isDone(), "after its time");
    assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
    hosts.fabric.advance(ROUND_TRIP);
    assertEquals(1, hosts.arrivals.size());
    assertBetween(most, hosts.cancellations.getLast().minus(begin), most.plus(ROUND_TRIP));
  }

  @Test
  void theServersContextEndsThoughTheClientIsCutOff() {
    Duration timeout = Duration.ofMillis(300);
    Deadline deadline = Deadline.after(300, MILLISECONDS, hosts.ticker);
    var answer = hosts.stub().withDeadline(deadline).stat(REQUEST);
    hosts.fabric.advance(Duration.ofMillis(100));
    hosts.fabric.links().forEach(Link::cutSilently);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
    hosts.fabric.advance(ROUND_TRIP);
    Duration inside = hosts.cancellations.getLast().minus(hosts.arrivals.getLast());
    assertBetween(timeout.minus(ROUND_TRIP), inside, timeout);
    hosts.fabric.links().forEach(Link::restore);
  }

  /** The real time that passes until the call begins may take some of it on a slow machine. */
  @Test
  void aDeadlineByTheSystemsClockIsAWholeNumberOfMilliseconds() {
    Duration begin = hosts.fabric.now();
    var answer = hosts.stub().withDeadlineAfter(60, SECONDS).stat(REQUEST);
    hosts.fabric.advance(Duration.ofSeconds(30));
    assertFalse(answer.isDone());
    assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
    Duration took = hosts.fabric.now().minus(begin).minus(HAND_OVER);
    assertEquals(Duration.ofMillis(took.toMillis()), took);
    assertTrue(took.compareTo(Duration.ofSeconds(60)) <= 0, took::toString);
  }

  @Test
  void aContextsDeadlineCounts() throws Exception {
    Duration begin = hosts.fabric.now();
    Deadline deadline = Deadline.after(20, MILLISECONDS, hosts.ticker);
    try (Context.CancellableContext context = Context.current()
        .withDeadline(deadline, hosts.fabric.host("client").timers().orElseThrow())) {
      var answer =
          context.call(() -> hosts.stub().withDeadlineAfter(60, SECONDS).stat(REQUEST));
      assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
    }
    assertEquals(Duration.ofMillis(20).plus(HAND_OVER), hosts.fabric.now().minus(begin));
  }

  @Test
  void aContextByTheSystemsClockIsRefused() {
    try (Context.CancellableContext context = Context.current()
        .withDeadline(
            Deadline.after(60, SECONDS), hosts.fabric.host("client").timers().orElseThrow())) {
      Callable<ListenableFuture<StatResponse>> call = () -> hosts.stub().stat(REQUEST);
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> context.call(call));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("PlatformTicker.of(host)"),
          refused::toString);
    }
  }
}
