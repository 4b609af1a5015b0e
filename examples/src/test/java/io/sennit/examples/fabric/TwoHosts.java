// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.StatRequest;
import io.sennit.examples.blobs.v1.StatResponse;
import io.sennit.grpc.PlatformTicker;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.simulator.api.Fabric;
import io.sennit.simulator.api.LinkSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client and a server of gRPC that tells when which call came, on a fabric with two links. */
final class TwoHosts implements AutoCloseable {
  static final StatRequest REQUEST = StatRequest.newBuilder().setName("a").build();

  /** Callbacks of a future start this long after it completes. */
  static final Duration HAND_OVER = Duration.ofNanos(1_000);

  /** There and back, with the time of processors. */
  static final Duration ROUND_TRIP = Duration.ofNanos(100_000);

  private static final int PORT = 7470;

  /** Sessions that nobody ends are over by then. */
  private static final Duration SILENCE = Duration.ofSeconds(13);

  final Fabric fabric =
      Fabric.seed(5).join("client", "server", 2, LinkSpec.gigabits(10)).build();
  final Deadline.Ticker ticker = PlatformTicker.of(fabric.host("client"));
  final List<Duration> arrivals = new ArrayList<>();
  final List<Duration> cancellations = new ArrayList<>();
  final ManagedChannel channel;
  private @Nullable Server server;
  private Answer answer = (call, observer) -> ok(observer);

  /** How the server answers a call. */
  interface Answer {
    /**
     * Answers or not.
     *
     * @param call counted from 1
     */
    void to(int call, StreamObserver<StatResponse> observer);
  }

  /**
   * Opens a channel; nobody serves yet.
   *
   * @param change of its builder
   */
  TwoHosts(UnaryOperator<SennitChannelBuilder> change) {
    channel = change
        .apply(SennitChannelBuilder.forTarget(fabric.host("server").target(PORT))
            .on(fabric.host("client")))
        .build();
  }

  void serve() throws IOException {
    serve(UnaryOperator.identity());
  }

  void serve(UnaryOperator<SennitServerBuilder> change) throws IOException {
    server = change
        .apply(SennitServerBuilder.forAddress(
                new InetSocketAddress(PORT), InsecureServerCredentials.create())
            .on(fabric.host("server")))
        .addService(new Service())
        .build()
        .start();
  }

  /** Begins with a session that is up. */
  TwoHosts warm() throws IOException {
    serve();
    StatResponse _ = fabric.await(stub().stat(REQUEST));
    arrivals.clear();
    return this;
  }

  TwoHosts answering(Answer newAnswer) {
    answer = newAnswer;
    return this;
  }

  static void ok(StreamObserver<StatResponse> observer) {
    observer.onNext(StatResponse.newBuilder().setSizeBytes(3).build());
    observer.onCompleted();
  }

  BlobsGrpc.BlobsFutureStub stub() {
    return BlobsGrpc.newFutureStub(channel);
  }

  Status failure(ListenableFuture<StatResponse> call) {
    return assertThrows(StatusRuntimeException.class, () -> fabric.await(call)).getStatus();
  }

  static void assertBetween(Duration least, Duration time, Duration most) {
    assertTrue(
        time.compareTo(least) >= 0 && time.compareTo(most) <= 0,
        () -> time + " is not within " + least + " and " + most);
  }

  @Override
  public void close() {
    channel.shutdown();
    if (server != null) {
      server.shutdownNow();
    }
    fabric.advance(SILENCE);
    assertTrue(channel.isTerminated(), "the channel");
    assertTrue(server == null || server.isTerminated(), "the server");
    fabric.close();
  }

  private final class Service extends BlobsGrpc.BlobsImplBase {
    @Override
    public void stat(StatRequest request, StreamObserver<StatResponse> observer) {
      arrivals.add(fabric.now());
      Context.current().addListener(_ -> cancellations.add(fabric.now()), Runnable::run);
      answer.to(arrivals.size(), observer);
    }
  }
}
