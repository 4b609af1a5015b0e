// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static io.sennit.examples.fabric.TwoHosts.HAND_OVER;
import static io.sennit.examples.fabric.TwoHosts.REQUEST;
import static io.sennit.examples.fabric.TwoHosts.ROUND_TRIP;
import static io.sennit.examples.fabric.TwoHosts.assertBetween;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.rpc.SessionOptions;
import io.sennit.simulator.api.Link;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** gRPC's timers on a fabric: pauses before calls and connections are tried again, keep-alive. */
final class GrpcTimersOnAFabricTest {
  private static final Metadata.Key<String> PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private static UnaryOperator<SennitChannelBuilder> policy(String kind, Object policy) {
    Map<String, ?> all = Map.of("service", "sennit.examples.blobs.v1.Blobs");
    Map<String, ?> method = Map.of("name", List.of(all), kind, policy);
    return builder -> builder.defaultServiceConfig(Map.of("methodConfig", List.of(method)));
  }

  @Test
  void aCallIsTriedAgainAfterAPause() throws IOException {
    Map<String, ?> retry = Map.of(
        "maxAttempts",
        4.0,
        "initialBackoff",
        "10s",
        "maxBackoff",
        "10s",
        "backoffMultiplier",
        1.0,
        "retryableStatusCodes",
        List.of("UNAVAILABLE"));
    Metadata told = new Metadata();
    told.put(PUSHBACK, "250");
    try (TwoHosts hosts = new TwoHosts(policy("retryPolicy", retry)).warm()) {
      hosts.answering((call, observer) -> {
        switch (call) {
          case 1 -> observer.onError(Status.UNAVAILABLE.asRuntimeException(told));
          case 2 -> observer.onError(Status.UNAVAILABLE.asRuntimeException());
          default -> TwoHosts.ok(observer);
        }
      });
      assertEquals(3, hosts.fabric.await(hosts.stub().stat(REQUEST)).getSizeBytes());
      Duration asTold = hosts.arrivals.get(1).minus(hosts.arrivals.get(0));
      assertBetween(Duration.ofMillis(250), asTold, Duration.ofMillis(250).plus(ROUND_TRIP));
      Duration drawn = hosts.arrivals.get(2).minus(hosts.arrivals.get(1));
      assertBetween(Duration.ofSeconds(8), drawn, Duration.ofSeconds(12).plus(ROUND_TRIP));
    }
  }

  @Test
  void aCallIsHedgedAfterItsDelay() throws IOException {
    Map<String, ?> hedging = Map.of("maxAttempts", 2.0, "hedgingDelay", "7s");
    try (TwoHosts hosts = new TwoHosts(policy("hedgingPolicy", hedging)).warm()) {
      hosts.answering((call, observer) -> {
        if (call == 2) {
          TwoHosts.ok(observer);
        }
      });
      Duration begin = hosts.fabric.now();
      assertEquals(3, hosts.fabric.await(hosts.stub().stat(REQUEST)).getSizeBytes());
      Duration took = hosts.fabric.now().minus(begin);
      assertBetween(Duration.ofSeconds(7), took, Duration.ofSeconds(7).plus(ROUND_TRIP));
    }
  }

  @ParameterizedTest
  @CsvSource({"60000, 250", "100, 100"})
  void aTimeOutOfAServiceConfigIsExactAndTheNearerDeadlineCounts(long deadline, long ends)
      throws IOException {
    try (TwoHosts hosts = new TwoHosts(policy("timeout", "0.25s")).warm()) {
      hosts.answering((call, observer) -> {});
      Duration begin = hosts.fabric.now();
      var answer = hosts
          .stub()
          .withDeadline(Deadline.after(deadline, MILLISECONDS, hosts.ticker))
          .stat(REQUEST);
      assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
      assertEquals(Duration.ofMillis(ends).plus(HAND_OVER), hosts.fabric.now().minus(begin));
    }
  }

  @Test
  void aChannelIsIdleWhenItIsTold() throws IOException {
    try (TwoHosts hosts = new TwoHosts(builder -> builder.idleTimeout(1, SECONDS)).warm()) {
      hosts.fabric.advance(Duration.ofHours(1));
      assertEquals(ConnectivityState.READY, hosts.channel.getState(false));
      hosts.channel.enterIdle();
      assertEquals(ConnectivityState.IDLE, hosts.channel.getState(false));
      assertEquals(3, hosts.fabric.await(hosts.stub().stat(REQUEST)).getSizeBytes());
    }
  }

  @Test
  void aServerSendsAClientAwayThatIsIdle() throws IOException {
    try (TwoHosts hosts = new TwoHosts(UnaryOperator.identity())) {
      hosts.serve(builder -> builder.maxConnectionIdle(30, SECONDS));
      assertEquals(3, hosts.fabric.await(hosts.stub().stat(REQUEST)).getSizeBytes());
      hosts.fabric.advance(Duration.ofSeconds(30).minus(ROUND_TRIP));
      assertEquals(ConnectivityState.READY, hosts.channel.getState(false));
      hosts.fabric.advance(ROUND_TRIP.multipliedBy(2));
      assertEquals(ConnectivityState.IDLE, hosts.channel.getState(false));
    }
  }

  /** Replays only what does not use gRPC's own randomness. */
  @Test
  void theSameSeedIsTheSame() throws IOException {
    assertEquals(fingerprint(), fingerprint());
  }

  private static long fingerprint() throws IOException {
    Map<String, ?> hedging = Map.of("maxAttempts", 3.0, "hedgingDelay", "0.01s");
    UnaryOperator<SennitChannelBuilder> policy = policy("hedgingPolicy", hedging);
    try (TwoHosts hosts =
        new TwoHosts(builder -> policy.apply(builder).keepAliveTime(10, SECONDS)).warm()) {
      hosts.fabric.link(0).lose(0.01);
      hosts.answering((call, observer) -> {});
      var answer =
          hosts.stub().withDeadline(Deadline.after(25, SECONDS, hosts.ticker)).stat(REQUEST);
      assertEquals(Status.Code.DEADLINE_EXCEEDED, hosts.failure(answer).getCode());
      assertEquals(3, hosts.arrivals.size());
      return hosts.fabric.fingerprint();
    }
  }

  /**
   * gRPC tries again after a second, give or take a fifth and less the real time that it took to
   * fail, and then after 1.6 of them.
   */
  @Test
  void aChannelConnectsAfterItsPause() throws IOException {
    try (TwoHosts hosts = new TwoHosts(UnaryOperator.identity())) {
      var answer = hosts.stub().withWaitForReady().stat(REQUEST);
      hosts.fabric.advance(Duration.ofMillis(50));
      hosts.serve();
      assertEquals(3, hosts.fabric.await(answer).getSizeBytes());
      assertBetween(Duration.ofMillis(50), hosts.fabric.now(), Duration.ofMillis(3_200));
    }
  }

  @Test
  void keepAliveAsksAfterSilenceAndGivesUpWhenNothingComes() throws IOException {
    try (TwoHosts hosts = new TwoHosts(builder -> builder
            .sessions(SessionOptions.defaults().with("silence", "60s"))
            .keepAliveTime(20, SECONDS)
            .keepAliveTimeout(3, SECONDS))
        .warm()) {
      hosts.answering((call, observer) -> {});
      var answer = hosts.stub().stat(REQUEST);
      hosts.fabric.advance(Duration.ofSeconds(65));
      assertEquals(false, answer.isDone(), "answered three times");
      Duration cut = hosts.fabric.now();
      hosts.fabric.links().forEach(Link::cutSilently);
      assertEquals(Status.Code.UNAVAILABLE, hosts.failure(answer).getCode());
      Duration noticed = hosts.fabric.now().minus(cut);
      assertBetween(Duration.ofSeconds(18), noticed, Duration.ofSeconds(18).plusMillis(1));
      hosts.fabric.links().forEach(Link::restore);
    }
  }
}
